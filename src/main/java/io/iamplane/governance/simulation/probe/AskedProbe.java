package io.iamplane.governance.simulation.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Outcome;
import io.iamplane.decision.wire.CheckReader;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A probe that is ready to be asked.
 *
 * @param id null if it is not saved
 * @param at null for the present time
 */
public record AskedProbe(
    @Nullable String id,
    String name,
    DecisionRequest request,
    @Nullable Instant at,
    Outcome expect) {

  /** A thousand of them fit into some megabytes. */
  private static final int MAX_TEXT = 8_192;

  private static final Set<String> MEMBERS = members();

  private static Set<String> members() {
    Set<String> members = new HashSet<>(CheckReader.QUESTION);
    members.remove("explain");
    members.remove(RequestRelations.MEMBER);
    members.add("at");
    return Set.copyOf(members);
  }

  /**
   * Reads the question of a body, which leaves nothing to the client that asks.
   *
   * @param id null for a probe that is not saved
   * @throws IamException VALIDATION with every error by place
   */
  public static AskedProbe read(@Nullable String id, ProbeBody probe, String place) {
    JsonNode body = probe.question();
    if (body.toString().length() > MAX_TEXT) {
      throw IamException.validation(place, "must be JSON of at most " + MAX_TEXT + " characters");
    }
    ValidationErrors errors = new ValidationErrors();
    JsonMembers members = JsonMembers.of(JsonForm.PHP, errors, place, body).only(MEMBERS);
    DecisionRequest request = new CheckReader(members, new JsonObjects()).read();
    Instant at = members.time("at");
    if (request.asked() instanceof Asked.Permission permission
        && permission.application() == null
        && permission.key().indexOf(':') < 0) {
      members.fault(
          "permission", "must be a full key (app:key), or the question must name an application");
    }
    if (request.resource() != null && request.resource().type().isEmpty()) {
      members.fault("resource", "must be type:id");
    }
    errors.refuse();
    return new AskedProbe(id, probe.name(), request, at, probe.expect());
  }

  /** The time of the question, by default now. */
  public Instant at(Instant now) {
    return at == null ? now : at;
  }
}

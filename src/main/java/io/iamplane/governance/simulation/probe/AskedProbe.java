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
   * @throws IamException VALIDATION with every error by place
   */
  public static AskedProbe read(ProbeBody probe, String place) {
    requireSize(probe, place);
    return read(null, probe, place, false);
  }

  /**
   * Reads the question of a probe to be saved: {@code jsonb} must keep it, and not write it longer.
   *
   * @throws IamException VALIDATION with every error by place
   */
  static void check(ProbeBody probe, String place) {
    requireSize(probe, place);
    read(null, probe, place, true);
  }

  /** Reads the question of a saved probe, which {@code jsonb} may have written longer. */
  static AskedProbe saved(String id, ProbeBody probe, String place) {
    return read(id, probe, place, false);
  }

  private static void requireSize(ProbeBody probe, String place) {
    if (probe.question().toString().length() > MAX_TEXT) {
      throw IamException.validation(place, "must be JSON of at most " + MAX_TEXT + " characters");
    }
  }

  private static AskedProbe read(
      @Nullable String id, ProbeBody probe, String place, boolean toBeSaved) {
    JsonNode body = probe.question();
    ValidationErrors errors = new ValidationErrors();
    JsonMembers members = JsonMembers.of(JsonForm.PHP, errors, place, body).only(MEMBERS);
    if (toBeSaved) {
      StorableJson.check(errors, place, body);
    }
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

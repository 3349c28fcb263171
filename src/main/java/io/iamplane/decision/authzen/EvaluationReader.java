package io.iamplane.decision.authzen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.json.FieldErrors;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads an evaluation (AuthZEN 1.0, sections 5 to 7). Members that it does not know are ignored, as
 * the specification asks; null is no way to leave out a member. An item's member replaces the
 * default as a whole: a subject without an id is an error of that item, even when the default has
 * one.
 */
final class EvaluationReader {

  private static final TextRule NAME = TextRule.name(1_000);

  /** The first error is the answer. */
  private static final FieldErrors BAD =
      (place, message) -> {
        throw new BadEvaluation((place.isEmpty() ? "an evaluation" : place) + " " + message);
      };

  private final JsonMembers item;
  private final JsonObjects objects;

  private EvaluationReader(JsonMembers item, JsonObjects objects) {
    this.item = item;
    this.objects = objects;
  }

  /**
   * The members of a request, or of an item of one.
   *
   * @throws BadEvaluation when it is no object
   */
  static JsonMembers members(JsonNode node) {
    return JsonMembers.of(JsonForm.EXACT, BAD, "", node);
  }

  /**
   * Reads an evaluation.
   *
   * @param item with the members of the request as defaults, where there are some
   * @param objects shared by all items of a request
   * @throws BadEvaluation naming the member at fault
   */
  static AuthzenEvaluation read(JsonMembers item, JsonObjects objects) {
    return new EvaluationReader(item, objects).read();
  }

  private AuthzenEvaluation read() {
    Party subject = party("subject");
    JsonMembers action = required("action");
    String name = text(action, "name");
    Map<String, Object> actionProperties = objects.read(action, "properties");
    Party resource = party("resource");
    JsonNode context = Objects.requireNonNullElse(item.tree("context"), MissingNode.getInstance());
    return new AuthzenEvaluation(
        new DecisionRequest(
            subject,
            new Asked.Action(name, application(context)),
            resource,
            actionProperties,
            objects.read(item, "context"),
            aal(context)),
        context.path("explain").asBoolean(false),
        obligations(context));
  }

  private Party party(String member) {
    JsonMembers party = required(member);
    return new Party(text(party, "type"), text(party, "id"), objects.read(party, "properties"));
  }

  private JsonMembers required(String member) {
    if (!item.has(member)) {
      item.fault(member, "is required");
    }
    return item.object(member);
  }

  /** Never null: what is wrong has been thrown. */
  private static String text(JsonMembers object, String member) {
    object.require(member);
    return Objects.requireNonNull(object.text(member, NAME));
  }

  private static @Nullable String application(JsonNode context) {
    return context.path("application").textValue();
  }

  private static Aal aal(JsonNode context) {
    return Aal.parse(context.path("current_aal").asText("")).orElse(Aal.AAL1);
  }

  private static List<String> obligations(JsonNode context) {
    List<String> obligations = new ArrayList<>();
    context.path("supported_obligations").forEach(each -> obligations.add(each.asText()));
    return obligations;
  }
}

package io.iamplane.decision.authzen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.iamplane.decision.ContextualRules;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.IdText;
import io.iamplane.shared.json.FieldErrors;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an evaluation (AuthZEN 1.0, sections 5 to 7). Unknown members are ignored, as the
 * specification requires; null is not the same as an absent member. An item's object replaces the
 * default, but takes the default's type, id and name if its own are absent; properties are never
 * merged.
 *
 * @param item with the members of the request as defaults, where there are some
 * @param objects shared by all items of a request
 */
record EvaluationReader(JsonMembers item, JsonObjects objects) {

  private static final TextRule NAME = TextRule.name(1_200);

  /** The members that an item's object may take from the default. */
  private static final Set<String> IDENTITY = Set.of("type", "id", "name");

  /** The first error is the answer. */
  private static final FieldErrors BAD =
      (place, message) -> {
        throw new BadEvaluation((place.isEmpty() ? "an evaluation" : place) + " " + message);
      };

  /**
   * @throws BadEvaluation when it is no object
   */
  static JsonMembers members(JsonNode node) {
    return JsonMembers.of(JsonForm.EXACT, BAD, "", node);
  }

  /**
   * Reads an evaluation.
   *
   * @throws BadEvaluation naming the member at fault
   */
  AuthzenEvaluation read() {
    Party subject = party("subject");
    Action action = action();
    Party resource = party("resource");
    DecisionRequest request = request(subject, action, resource);
    return new AuthzenEvaluation(
        request, context().path("explain").asBoolean(false), obligations(context()));
  }

  /** The action, with the request's properties of it. */
  private record Action(String name, Map<String, Object> properties) {
    static final Action ANY = new Action("", Map.of());
  }

  private Action action() {
    JsonMembers action = required("action");
    return new Action(text(action, "name"), objects.read(action, "properties"));
  }

  private DecisionRequest request(Party subject, Action action, Party resource) {
    return new DecisionRequest(
        subject,
        new Asked.Action(action.name, application(context())),
        resource,
        action.properties,
        withoutRelations(objects.read(item, "context")),
        aal(context()),
        relations());
  }

  private List<RelationFact> relations() {
    return context().has(RequestRelations.MEMBER)
        ? objects.relations().read(item.object("context"))
        : List.of();
  }

  /** Contextual relations are no input of conditions. */
  private static Map<String, Object> withoutRelations(Map<String, Object> context) {
    if (!context.containsKey(RequestRelations.MEMBER)) {
      return context;
    }
    Map<String, Object> rest = new LinkedHashMap<>(context);
    rest.remove(RequestRelations.MEMBER);
    return rest;
  }

  /**
   * Completes a request with the caller's defaults.
   *
   * @throws BadEvaluation naming the first relation that the model does not declare
   */
  static DecisionRequest complete(Requester requester, DecisionRequest body) {
    DecisionRequest request = requester.complete(body);
    ContextualRules.faults(requester.policy(), request)
        .forEach((place, messages) -> BAD.add(place, messages.getFirst()));
    return request;
  }

  private JsonNode context() {
    return Objects.requireNonNullElse(item.tree("context"), MissingNode.getInstance());
  }

  /**
   * Reads a subject search (section 8.4): the subject's id means nothing.
   *
   * @throws BadEvaluation naming the member at fault
   */
  static DecisionRequest subjectSearch(JsonMembers request) {
    EvaluationReader reader = new EvaluationReader(request, new JsonObjects());
    Party subject = reader.type("subject");
    Action action = reader.action();
    return reader.request(subject, action, reader.party("resource"));
  }

  /**
   * Reads a resource search (section 8.5): the resource's id means nothing.
   *
   * @throws BadEvaluation naming the member at fault
   */
  static DecisionRequest resourceSearch(JsonMembers request) {
    EvaluationReader reader = new EvaluationReader(request, new JsonObjects());
    Party subject = reader.party("subject");
    Action action = reader.action();
    return reader.request(subject, action, reader.type("resource"));
  }

  /**
   * Reads an action search (section 8.6): an action means nothing.
   *
   * @throws BadEvaluation naming the member at fault
   */
  static DecisionRequest actionSearch(JsonMembers request) {
    EvaluationReader reader = new EvaluationReader(request, new JsonObjects());
    Party subject = reader.party("subject");
    return reader.request(subject, Action.ANY, reader.party("resource"));
  }

  private Party party(String member) {
    JsonMembers party = required(member);
    return new Party(
        text(party, "type"), IdText.normal(text(party, "id")), objects.read(party, "properties"));
  }

  /** Reads the type and properties of a subject or a resource, without its id. */
  private Party type(String member) {
    JsonMembers party = required(member);
    return new Party(text(party, "type"), "", objects.read(party, "properties"));
  }

  private JsonMembers required(String member) {
    if (!item.has(member)) {
      item.fault(member, "is required");
    }
    return item.object(member, IDENTITY);
  }

  /** Reads a required text; never null, since errors are thrown. */
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

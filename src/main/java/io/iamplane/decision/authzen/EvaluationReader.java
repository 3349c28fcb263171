package io.iamplane.decision.authzen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an evaluation (AuthZEN 1.0, sections 5 to 7). Members that it does not know are ignored, as
 * the specification asks; null is no way to leave out a member. An item's member replaces the
 * default as a whole: a subject without an id is an error of that item, even when the default has
 * one.
 */
final class EvaluationReader {

  private static final int MAX_TEXT = 1_000;

  private final JsonNode item;
  private final JsonNode defaults;
  private final JsonObjects objects;

  private EvaluationReader(JsonNode item, JsonNode defaults, JsonObjects objects) {
    this.item = item;
    this.defaults = defaults;
    this.objects = objects;
  }

  /**
   * Reads an evaluation that stands alone.
   *
   * @throws BadEvaluation naming the member at fault
   */
  static AuthzenEvaluation read(JsonNode body) {
    return new EvaluationReader(body, MissingNode.getInstance(), new JsonObjects()).read();
  }

  /**
   * Reads an item of a batch.
   *
   * @param objects shared by all items
   * @throws BadEvaluation naming the member at fault
   */
  static AuthzenEvaluation read(JsonNode item, JsonNode defaults, JsonObjects objects) {
    if (!item.isObject()) {
      throw new BadEvaluation("an evaluation must be an object");
    }
    return new EvaluationReader(item, defaults, objects).read();
  }

  private AuthzenEvaluation read() {
    Party subject = party("subject");
    String action = text("action", "name");
    Map<String, Object> actionProperties = properties("action");
    Party resource = party("resource");
    JsonNode context = context();
    return new AuthzenEvaluation(
        subject,
        action,
        actionProperties,
        resource,
        context.isObject() ? converted("context", context) : Map.of(),
        application(context),
        aal(context),
        context.path("explain").asBoolean(false),
        obligations(context));
  }

  private Party party(String member) {
    return new Party(text(member, "type"), text(member, "id"), properties(member));
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  /** The item's object, else the default's. */
  private JsonNode object(String member) {
    JsonNode own = item.path(member);
    JsonNode object = own.isMissingNode() ? defaults.path(member) : own;
    if (object.isMissingNode()) {
      throw new BadEvaluation(member + " is required");
    }
    if (!object.isObject()) {
      throw new BadEvaluation(member + " must be an object");
    }
    return object;
  }

  private String text(String member, String name) {
    JsonNode value = object(member).path(name);
    if (isAbsent(value)) {
      throw new BadEvaluation(member + "." + name + " is required");
    }
    if (!value.isTextual() || value.asText().isEmpty() || value.asText().length() > MAX_TEXT) {
      throw new BadEvaluation(
          "%s.%s must be a string of 1 to %d characters".formatted(member, name, MAX_TEXT));
    }
    if (!value.asText().equals(value.asText().strip())) {
      throw new BadEvaluation(
          "%s.%s must not begin or end with white space".formatted(member, name));
    }
    return value.asText();
  }

  private Map<String, Object> properties(String member) {
    JsonNode properties = object(member).path("properties");
    if (properties.isMissingNode()) {
      return Map.of();
    }
    if (!properties.isObject()) {
      throw new BadEvaluation(member + ".properties must be an object");
    }
    return converted(member + ".properties", properties);
  }

  private Map<String, Object> converted(String place, JsonNode object) {
    return switch (objects.convert(object)) {
      case JsonObjects.Values(Map<String, Object> members) -> members;
      case JsonObjects.Refused(String reason) -> throw new BadEvaluation(place + " " + reason);
    };
  }

  private JsonNode context() {
    JsonNode own = item.path("context");
    JsonNode context = own.isMissingNode() ? defaults.path("context") : own;
    if (!context.isMissingNode() && !context.isObject()) {
      throw new BadEvaluation("context must be an object");
    }
    return context;
  }

  private static @Nullable String application(JsonNode context) {
    JsonNode application = context.path("application");
    return application.isTextual() ? application.asText() : null;
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

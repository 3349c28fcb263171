package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a check. Members that are null count as absent. */
final class CheckReader {

  /** The members that say what is asked; in a batch each may stand outside, for all checks. */
  static final Set<String> QUESTION =
      Set.of(
          "subject",
          "permission",
          "relation",
          "resource",
          "application",
          "context",
          "current_aal",
          "explain");

  private static final Set<String> PARTY = Set.of("type", "id", "properties");
  private static final int MAX_TEXT = 1_000;

  private final ValidationErrors faults;
  private final String place;
  private final JsonNode body;
  private final JsonNode defaults;
  private final JsonObjects objects;

  /**
   * Makes a reader of one check.
   *
   * @param place the prefix of places: empty, or {@code checks[3].}
   * @param defaults where members that the body does not hold are looked for
   * @param objects shared by all checks of a request
   */
  CheckReader(
      ValidationErrors faults,
      String place,
      JsonNode body,
      JsonNode defaults,
      JsonObjects objects) {
    this.faults = faults;
    this.place = place;
    this.body = body;
    this.defaults = defaults;
    this.objects = objects;
  }

  /** Reads the check; when there are faults it is not to be used. */
  Check read() {
    String permission = text("permission");
    String relation = text("relation");
    Party resource = party("resource", false);
    if ((permission == null) == (relation == null)) {
      faults.add(place + "permission", "either permission or relation is required");
    }
    Party subject = party("subject", true);
    if (subject == null) {
      faults.add(place + "subject", "is required");
      subject = Party.of(SubjectRef.USER, "");
    }
    flag("explain");
    return new Check(
        subject, permission, relation, resource, text("application"), context(), aal());
  }

  private JsonNode member(String name) {
    JsonNode own = body.path(name);
    return own.isMissingNode() || own.isNull() ? defaults.path(name) : own;
  }

  private static boolean isAbsent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private @Nullable String text(String name) {
    return text(place + name, member(name));
  }

  private @Nullable String text(String at, JsonNode value) {
    if (isAbsent(value)) {
      return null;
    }
    if (!value.isTextual() || value.asText().isEmpty() || value.asText().length() > MAX_TEXT) {
      faults.add(at, "must be a string of 1 to " + MAX_TEXT + " characters");
      return null;
    }
    if (isSpaced(value.asText())) {
      faults.add(at, "must not begin or end with white space");
      return null;
    }
    return value.asText();
  }

  /** Such a text names nothing, and so would miss what is denied to the name without. */
  private static boolean isSpaced(String text) {
    return !text.equals(text.strip());
  }

  private void flag(String name) {
    JsonNode value = member(name);
    if (!isAbsent(value) && !value.isBoolean()) {
      faults.add(place + name, "must be true or false");
    }
  }

  private @Nullable Party party(String name, boolean subject) {
    JsonNode value = member(name);
    String at = place + name;
    if (isAbsent(value)) {
      return null;
    }
    if (value.isTextual()) {
      return reference(at, value.asText(), subject);
    }
    if (!value.isObject()) {
      faults.add(at, "must be type:id, or an object of type and id");
      return null;
    }
    faults.unknownMembers(at + ".", value, PARTY);
    String type = text(at + ".type", value.path("type"));
    String id = text(at + ".id", value.path("id"));
    if (type == null && !subject && isAbsent(value.path("type"))) {
      faults.add(at + ".type", "is required");
    }
    if (id == null && isAbsent(value.path("id"))) {
      faults.add(at + ".id", "is required");
    }
    return new Party(
        type == null ? SubjectRef.USER : type,
        id == null ? "" : id,
        object(at + ".properties", value.path("properties")));
  }

  private Party reference(String at, String text, boolean subject) {
    int colon = text.indexOf(':');
    boolean bareResource = colon < 0 && !subject && !text.isEmpty();
    if (text.length() > MAX_TEXT || (!bareResource && SubjectRef.parse(text).isEmpty())) {
      faults.add(at, "must be type:id");
      return Party.of(SubjectRef.USER, "");
    }
    if (isSpaced(text)) {
      faults.add(at, "must not begin or end with white space");
    }
    return bareResource
        ? Party.of("", text)
        : Party.of(text.substring(0, colon), text.substring(colon + 1));
  }

  private Map<String, Object> context() {
    return object(place + "context", member("context"));
  }

  private Map<String, Object> object(String at, JsonNode value) {
    if (isAbsent(value) || (value.isArray() && value.isEmpty())) {
      // PHP writes an empty object as an empty array.
      return Map.of();
    }
    if (!value.isObject()) {
      faults.add(at, "must be an object");
      return Map.of();
    }
    return switch (objects.convert(value)) {
      case JsonObjects.Values(Map<String, Object> members) -> members;
      case JsonObjects.Refused(String reason) -> {
        faults.add(at, reason);
        yield Map.of();
      }
    };
  }

  private Aal aal() {
    String text = text("current_aal");
    if (text == null) {
      return Aal.AAL1;
    }
    return Aal.parse(text)
        .orElseGet(() -> {
          faults.add(place + "current_aal", "must be aal1, aal2 or aal3");
          return Aal.AAL1;
        });
  }
}

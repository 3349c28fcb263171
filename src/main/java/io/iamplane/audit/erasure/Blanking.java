package io.iamplane.audit.erasure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.iamplane.database.JsonColumns;
import io.iamplane.directory.user.User;
import io.iamplane.shared.SubjectRef;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes a person's data from stored images of the person and of other things. */
final class Blanking {

  /** Members with free text, in images of any type. */
  static final Set<String> FREE_TEXT =
      Set.of(
          "attributes",
          "condition",
          "description",
          "disabled_reason",
          "justification",
          "label",
          "name",
          "named_condition",
          "note",
          "question",
          "reason",
          "request",
          "steps",
          "url");

  private static final Set<String> NULLABLE = Set.of("disabled_reason", "justification", "note");

  private final ObjectMapper mapper;
  private final JsonNode blank;

  /**
   * @param user any user: a blank image is the same for all
   */
  Blanking(ObjectMapper mapper, User user) {
    this.mapper = JsonColumns.stored(mapper);
    this.blank = mapper.valueToTree(user.blank());
  }

  @Nullable String image(@Nullable String json) {
    if (json == null) {
      return null;
    }
    JsonNode image = read(json);
    clear(image);
    return image.toString();
  }

  /** The event of a change of a user (CloudEvents), without the person's data. */
  String event(String json) {
    JsonNode event = read(json);
    for (String image : List.of("before", "after")) {
      clear(event.path("data").path(image));
    }
    return event.toString();
  }

  /** The image of anything else, without the texts that name a person. */
  @Nullable String image(@Nullable String json, String targetType, PersonNames names) {
    if (json == null || !names.in(json)) {
      return json;
    }
    JsonNode image = read(json);
    clear(image, targetType, names);
    return image.toString();
  }

  /** The event of a change of anything else, without the texts that name a person. */
  String event(String json, PersonNames names) {
    JsonNode event = read(json);
    JsonNode data = event.path("data");
    for (String image : List.of("before", "after")) {
      clear(data.path(image), data.path("target").path("type").asText(), names);
    }
    return event.toString();
  }

  /** The attempts of a delivery, without the answers that name a person. */
  String attempts(String json, PersonNames names) {
    JsonNode attempts = read(json);
    if (attempts instanceof ArrayNode list) {
      for (JsonNode attempt : list) {
        for (String text : List.of("response", "error")) {
          if (attempt instanceof ObjectNode object && names.in(object.path(text).asText())) {
            object.set(text, TextNode.valueOf("(erased)"));
          }
        }
      }
    }
    return attempts.toString();
  }

  private void clear(JsonNode image) {
    if (image instanceof ObjectNode object) {
      for (String member : User.PERSONAL) {
        if (object.has(member)) {
          object.set(member, blank.get(member));
        }
      }
    }
  }

  private static void clear(JsonNode image, String targetType, PersonNames names) {
    // Another person's name is that person's own, even when it is the same.
    Set<String> members = targetType.equals(SubjectRef.USER) ? Set.of("attributes") : FREE_TEXT;
    if (image instanceof ObjectNode object) {
      for (String member : members) {
        JsonNode value = object.path(member);
        if (member.equals("steps")) {
          value.forEach(step -> clear(step, targetType, names));
        } else if (member.equals("named_condition")) {
          clearNamedCondition(object, names);
        } else if (names.in(value.toString())) {
          object.set(member, without(member, object));
        }
      }
    }
  }

  /** The condition's own name is the model's. A relation without any condition would be wider. */
  private static void clearNamedCondition(ObjectNode relation, PersonNames names) {
    if (names.in(relation.path("named_condition").path("values").toString())) {
      relation.putNull("named_condition").put("condition", "false");
    }
  }

  /** An erased condition must never widen: a permit holds no more, a denial always. */
  private static JsonNode without(String member, ObjectNode image) {
    JsonNode value = image.path(member);
    if (member.equals("condition")) {
      return TextNode.valueOf(image.path("effect").asText().equals("deny") ? "true" : "false");
    }
    if (value.isObject()) {
      return JsonNodeFactory.instance.objectNode();
    }
    return NULLABLE.contains(member) ? NullNode.getInstance() : TextNode.valueOf("");
  }

  private JsonNode read(String json) {
    try {
      return mapper.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored image is not valid JSON", e);
    }
  }
}

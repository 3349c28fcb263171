package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The members of one JSON object of a manifest. Whatever is wrong is added to the faults, with its
 * place, and reading goes on with a harmless value.
 */
final class Members {

  private static final ObjectMapper PLAIN = new ObjectMapper();
  private static final int MAX_TEXT = 1_000;

  private final String place;
  private final JsonNode object;
  private final List<ManifestFault> faults;

  private Members(String place, JsonNode object, List<ManifestFault> faults) {
    this.place = place;
    this.object = object;
    this.faults = faults;
  }

  /** Reads an object; an empty one when it is none. */
  static Members of(String place, JsonNode node, Set<String> known, List<ManifestFault> faults) {
    if (node.isArray() && node.isEmpty()) {
      // PHP writes an empty object as an empty array.
      return new Members(place, JsonNodeFactory.instance.objectNode(), faults);
    }
    if (!node.isObject()) {
      faults.add(new ManifestFault(place.isEmpty() ? "manifest" : place, "must be an object"));
      return new Members(place, JsonNodeFactory.instance.objectNode(), faults);
    }
    Members members = new Members(place, node, faults);
    node.fieldNames()
        .forEachRemaining(name -> {
          if (!known.contains(name)) {
            members.fault(name, "is not known here");
          }
        });
    return members;
  }

  String place(String member) {
    return place.isEmpty() ? member : place + "." + member;
  }

  void fault(String member, String message) {
    faults.add(new ManifestFault(place(member), message));
  }

  boolean has(String member) {
    return !object.path(member).isMissingNode() && !object.path(member).isNull();
  }

  JsonNode node(String member) {
    return object.path(member);
  }

  /** A text of at least one character; empty when it is not there, which is then a fault. */
  String text(String member) {
    if (!has(member)) {
      fault(member, "is needed");
      return "";
    }
    String text = optionalText(member);
    return text == null ? "" : text;
  }

  /** A text; null when it is absent. */
  @Nullable String optionalText(String member) {
    if (!has(member)) {
      return null;
    }
    JsonNode value = object.path(member);
    if (!value.isTextual()) {
      fault(member, "must be a text");
      return null;
    }
    String text = value.asText();
    if (text.isBlank() || text.length() > MAX_TEXT || isUnfit(text)) {
      fault(
          member,
          "must have 1 to %d characters, none of them a control character".formatted(MAX_TEXT));
      return null;
    }
    return text;
  }

  boolean flag(String member) {
    JsonNode value = object.path(member);
    if (has(member) && !value.isBoolean()) {
      fault(member, "must be true or false");
    }
    return value.isBoolean() && value.booleanValue();
  }

  /** One of an enum's wire names; the default when it is absent. */
  <E extends Enum<E>> E choice(String member, E absent, E[] values, Function<E, String> wire) {
    String text = optionalText(member);
    if (text == null) {
      return absent;
    }
    List<String> names = new ArrayList<>();
    for (E value : values) {
      if (wire.apply(value).equals(text)) {
        return value;
      }
      names.add(wire.apply(value));
    }
    fault(member, "must be one of " + String.join(", ", names));
    return absent;
  }

  /** The elements of an array; none when it is absent. */
  List<JsonNode> elements(String member, int max) {
    List<JsonNode> elements = new ArrayList<>();
    if (!has(member)) {
      return elements;
    }
    JsonNode array = object.path(member);
    if (!array.isArray()) {
      fault(member, "must be an array");
    } else if (array.size() > max) {
      fault(member, "at most " + max);
    } else {
      array.forEach(elements::add);
    }
    return elements;
  }

  /** The texts of an array; each that is none is a fault. */
  List<String> texts(String member, int max) {
    List<String> texts = new ArrayList<>();
    List<JsonNode> elements = elements(member, max);
    for (int i = 0; i < elements.size(); i++) {
      JsonNode element = elements.get(i);
      if (!element.isTextual() || element.asText().isBlank() || isUnfit(element.asText())) {
        fault(member + "[" + i + "]", "must be a text");
      }
      texts.add(element.asText());
    }
    return texts;
  }

  /** A free object; empty when it is absent. PHP writes an empty object as an empty array. */
  Map<String, Object> free(String member) {
    JsonNode value = object.path(member);
    if (!has(member) || value.isArray() && value.isEmpty()) {
      return Map.of();
    }
    if (!value.isObject()) {
      fault(member, "must be an object");
      return Map.of();
    }
    return PLAIN.convertValue(value, new TypeReference<>() {});
  }

  private static boolean isUnfit(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (Character.isSurrogate(c) || Character.isISOControl(c) && c != '\n') {
        return true;
      }
    }
    return false;
  }
}

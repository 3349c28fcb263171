package io.iamplane.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path of REST Assured that names members and places alone, such as {@code data[0].id}, and its
 * value as REST Assured gives it. Every other path, and one that leads nowhere, is left to it.
 */
final class PlainPath {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String STEP = "([A-Za-z_][A-Za-z0-9_]*)|\\[(\\d{1,6})]";
  private static final Pattern STEPS = Pattern.compile(STEP);
  private static final Pattern PLAIN =
      Pattern.compile(
          "(?:NAME(?:\\[\\d{1,6}])*)(?:\\.NAME(?:\\[\\d{1,6}])*)*"
              .replace("NAME", "[A-Za-z_][A-Za-z0-9_]*"));

  private PlainPath() {}

  /** A value; null stands for JSON's null and for a member that is not there. */
  record Found(@Nullable Object value) {}

  /** The value at a path; empty if REST Assured has to look for it. */
  static Optional<Found> at(JsonNode root, String path) {
    if (!PLAIN.matcher(path).matches()) {
      return Optional.empty();
    }
    JsonNode node = root;
    for (MatchResult step : STEPS.matcher(path).results().toList()) {
      JsonNode next = step.group(1) == null ? element(node, step.group(2)) : member(node, step);
      if (next == null) {
        return Optional.empty();
      }
      node = next;
    }
    return Optional.of(new Found(MAPPER.convertValue(node, Object.class)));
  }

  private static @Nullable JsonNode element(JsonNode node, String place) {
    return node.isArray() ? node.get(Integer.parseInt(place)) : null;
  }

  /** Of an array the members of its elements. */
  private static @Nullable JsonNode member(JsonNode node, MatchResult step) {
    String name = step.group(1);
    if (node.isObject()) {
      JsonNode member = node.get(name);
      return member == null ? JsonNodeFactory.instance.nullNode() : member;
    }
    if (!node.isArray()) {
      return null;
    }
    ArrayNode members = JsonNodeFactory.instance.arrayNode();
    for (JsonNode each : node) {
      if (!each.isObject()) {
        return null;
      }
      members.add(each.path(name).isMissingNode() ? null : each.get(name));
    }
    return members;
  }
}

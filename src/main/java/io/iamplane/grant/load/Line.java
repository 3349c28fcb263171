package io.iamplane.grant.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One element of an array of the file; what is wrong with it is added to the faults. */
final class Line {

  private final String place;
  private final JsonNode node;
  private final Map<String, List<String>> faults;

  Line(String place, JsonNode node, Map<String, List<String>> faults) {
    this.place = place;
    this.node = node;
    this.faults = faults;
    if (!node.isObject()) {
      faults.put(place, List.of("must be an object"));
    }
  }

  void onlyMembers(Set<String> known) {
    for (var member : node.properties()) {
      if (!known.contains(member.getKey())) {
        faults.put(place + "." + member.getKey(), List.of("unknown field"));
      }
    }
  }

  /** A text that must be there; empty when it is not, which is then a fault. */
  String text(String member) {
    String text = optionalText(member);
    if (text == null && node.isObject()) {
      faults.putIfAbsent(place + "." + member, List.of("is required"));
    }
    return Objects.requireNonNullElse(text, "");
  }

  /** A text; null when it is absent, null or empty. */
  @Nullable String optionalText(String member) {
    JsonNode value = node.path(member);
    if (value.isMissingNode()
        || value.isNull()
        || (value.isTextual() && value.asText().isEmpty())) {
      return null;
    }
    if (!value.isTextual()) {
      faults.put(place + "." + member, List.of("must be a string"));
      return null;
    }
    return value.asText();
  }

  @Nullable Instant optionalTime(String member) {
    String text = optionalText(member);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      faults.put(place + "." + member, List.of("must be a time such as 2030-01-31T12:00:00Z"));
      return null;
    }
  }

  JsonNode object(String member) {
    JsonNode value = node.path(member);
    if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
      faults.put(place + "." + member, List.of("must be an object"));
    }
    return value;
  }
}

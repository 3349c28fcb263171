package io.iamplane.decision.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.SubjectRef;
import java.util.Map;
import java.util.Set;

/** A subject or a resource of a check. */
public record MatrixParty(String type, String id, Map<String, Object> properties) {

  /**
   * Reads {@code "type:id"} or {@code {type, id, properties}}; a subject's type may be left out.
   */
  static MatrixParty of(JsonNode node, String member, Set<String> members) {
    if (node.isTextual()) {
      SubjectRef ref =
          SubjectRef.parse(node.asText())
              .orElseThrow(() -> new IllegalArgumentException(member + " is not type:id"));
      return new MatrixParty(ref.type(), ref.id(), Map.of());
    }
    MatrixCheck.onlyMembers(node, member, members);
    String type = node.has("type") ? text(node, member, "type") : SubjectRef.USER;
    if (!node.has("type") && !member.equals("subject")) {
      throw new IllegalArgumentException(member + ".type is missing");
    }
    JsonNode properties = node.path("properties");
    return new MatrixParty(
        type,
        text(node, member, "id"),
        properties.isMissingNode()
            ? Map.of()
            : MatrixReader.mapper().convertValue(properties, new TypeReference<>() {}));
  }

  private static String text(JsonNode node, String member, String name) {
    JsonNode value = node.path(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(member + "." + name + " is not a text; quote it");
    }
    return value.asText();
  }
}

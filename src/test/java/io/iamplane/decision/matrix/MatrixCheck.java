package io.iamplane.decision.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.Aal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A body of {@code POST decisions/check}, understood. Exactly one of permission and relation is
 * given.
 */
public record MatrixCheck(
    MatrixParty subject,
    @Nullable String permission,
    @Nullable String relation,
    @Nullable String application,
    @Nullable MatrixParty resource,
    Map<String, Object> context,
    Aal currentAal) {

  private static final Set<String> MEMBERS =
      Set.of(
          "subject", "permission", "relation", "application", "resource", "context", "current_aal");

  static MatrixCheck of(JsonNode body) {
    onlyMembers(body, "check", MEMBERS);
    JsonNode resource = body.path("resource");
    MatrixCheck check =
        new MatrixCheck(
            MatrixParty.of(body.path("subject"), "subject", Set.of("type", "id")),
            optional(body, "permission"),
            optional(body, "relation"),
            optional(body, "application"),
            isAbsent(resource)
                ? null
                : MatrixParty.of(resource, "resource", Set.of("type", "id", "properties")),
            context(body.path("context")),
            aal(optional(body, "current_aal")));
    if ((check.permission() == null) == (check.relation() == null)) {
      throw new IllegalArgumentException("either permission or relation is asked");
    }
    return check;
  }

  static void onlyMembers(JsonNode node, String where, Set<String> members) {
    if (!node.isObject()) {
      throw new IllegalArgumentException(where + " is not an object");
    }
    node.fieldNames()
        .forEachRemaining(name -> {
          if (!members.contains(name)) {
            throw new IllegalArgumentException(where + "." + name + " is unknown");
          }
        });
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  private static @Nullable String optional(JsonNode body, String member) {
    JsonNode node = body.path(member);
    if (isAbsent(node)) {
      return null;
    }
    if (!node.isTextual()) {
      throw new IllegalArgumentException(member + " is not a text; quote it");
    }
    return node.asText();
  }

  /** PHP writes an empty object as an empty list. */
  private static Map<String, Object> context(JsonNode node) {
    if (isAbsent(node) || node.isArray() && node.isEmpty()) {
      return Map.of();
    }
    return MatrixReader.mapper().convertValue(node, new TypeReference<>() {});
  }

  private static Aal aal(@Nullable String wire) {
    return wire == null
        ? Aal.AAL1
        : Aal.parse(wire).orElseThrow(() -> new IllegalArgumentException("current_aal " + wire));
  }
}

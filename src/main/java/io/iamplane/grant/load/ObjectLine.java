package io.iamplane.grant.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

record ObjectLine(SubjectRef ref, @Nullable String name, JsonNode properties) {

  private static final Set<String> MEMBERS = Set.of("type", "id", "display_name", "properties");

  static ObjectLine of(JsonMembers line) {
    line.only(MEMBERS);
    return new ObjectLine(
        new SubjectRef(text(line, "type"), text(line, "id")),
        line.text("display_name"),
        Objects.requireNonNullElse(line.tree("properties"), MissingNode.getInstance()));
  }

  /** A text that must be there; empty when it is not, which is then an error. */
  static String text(JsonMembers line, String member) {
    String text = line.require(member) ? line.text(member) : null;
    return text == null ? "" : text;
  }
}

package io.iamplane.grant.load;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.shared.SubjectRef;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object of the file. */
record ObjectLine(SubjectRef ref, @Nullable String name, JsonNode properties) {

  private static final Set<String> MEMBERS = Set.of("type", "id", "display_name", "properties");

  static ObjectLine of(Line line) {
    line.onlyMembers(MEMBERS);
    return new ObjectLine(
        new SubjectRef(line.text("type"), line.text("id")),
        line.optionalText("display_name"),
        line.object("properties"));
  }
}

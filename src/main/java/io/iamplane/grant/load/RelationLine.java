package io.iamplane.grant.load;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

record RelationLine(NewRelation relation) {

  private static final Set<String> MEMBERS =
      Set.of(
          "object_type",
          "object_id",
          "relation",
          "subject_type",
          "subject_id",
          "subject_relation",
          "condition",
          "named_condition",
          "valid_from",
          "valid_until");

  private static final Set<String> NAMED = Set.of("name", "values");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static RelationLine of(JsonMembers line) {
    line.only(MEMBERS);
    return new RelationLine(
        new NewRelation(
            new SubjectRef(
                ObjectLine.text(line, "subject_type"), ObjectLine.text(line, "subject_id")),
            line.text("subject_relation"),
            ObjectLine.text(line, "relation"),
            new SubjectRef(
                ObjectLine.text(line, "object_type"), ObjectLine.text(line, "object_id")),
            line.text("condition"),
            named(line),
            line.time("valid_from"),
            line.time("valid_until")));
  }

  private static @Nullable RelationCondition named(JsonMembers line) {
    if (!line.has("named_condition")) {
      return null;
    }
    JsonMembers named = line.object("named_condition").only(NAMED);
    JsonNode values = named.tree("values");
    return new RelationCondition(
        ObjectLine.text(named, "name"),
        values == null || values.isMissingNode()
            ? Map.of()
            : MAPPER.convertValue(values, new TypeReference<>() {}));
  }

  /** Returns true if the directory keeps it, as a membership. */
  boolean isMembership() {
    return relation.object().type().equals(SubjectRef.GROUP)
        && relation.relation().equals("member");
  }
}

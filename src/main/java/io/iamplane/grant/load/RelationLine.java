package io.iamplane.grant.load;

import io.iamplane.grant.relation.NewRelation;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.JsonMembers;
import java.util.Set;

/** A relation of the file. */
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
          "valid_from",
          "valid_until");

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
            line.time("valid_from"),
            line.time("valid_until")));
  }

  /** Whether the directory keeps it, as a membership. */
  boolean isMembership() {
    return relation.object().type().equals(SubjectRef.GROUP)
        && relation.relation().equals("member");
  }
}

package io.iamplane.grant.load;

import io.iamplane.grant.relation.NewRelation;
import io.iamplane.shared.SubjectRef;
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

  static RelationLine of(Line line) {
    line.onlyMembers(MEMBERS);
    return new RelationLine(
        new NewRelation(
            new SubjectRef(line.text("subject_type"), line.text("subject_id")),
            line.optionalText("subject_relation"),
            line.text("relation"),
            new SubjectRef(line.text("object_type"), line.text("object_id")),
            line.optionalText("condition"),
            line.optionalTime("valid_from"),
            line.optionalTime("valid_until")));
  }

  /** Whether the directory keeps it, as a membership. */
  boolean isMembership() {
    return relation.object().type().equals(SubjectRef.GROUP)
        && relation.relation().equals("member");
  }
}

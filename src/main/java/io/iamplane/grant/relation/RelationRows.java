package io.iamplane.grant.relation;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads relations from rows of {@code iam_relations}, which statements call {@code r}. */
@Singleton
class RelationRows {

  static final String COLUMNS =
      """
      r.id, r.subject_type, r.subject_id, r.subject_relation, r.relation, r.object_type,
        r.object_id, r.condition, r.condition_name, r.condition_values, r.valid_from,
        r.valid_until, r.created_at
      """;

  static final String SELECT =
      "SELECT " + COLUMNS + " FROM iam_relations r WHERE organization_id = ?";

  private final JsonColumns json;

  RelationRows(JsonColumns json) {
    this.json = json;
  }

  Relation read(ResultSet row) throws SQLException {
    String subjectRelation = row.getString("subject_relation");
    return new Relation(
        row.getObject("id", UUID.class),
        new SubjectRef(row.getString("subject_type"), row.getString("subject_id")),
        subjectRelation.isEmpty() ? null : subjectRelation,
        row.getString("relation"),
        new SubjectRef(row.getString("object_type"), row.getString("object_id")),
        row.getString("condition"),
        condition(row),
        Sql.instantOrNull(row, "valid_from"),
        Sql.instantOrNull(row, "valid_until"),
        Sql.instant(row, "created_at"));
  }

  /** The condition of the model that a row names; null when it names none. */
  @Nullable RelationCondition condition(ResultSet row) throws SQLException {
    String name = row.getString("condition_name");
    return name == null ? null : new RelationCondition(name, json.object(row, "condition_values"));
  }

  /** The values that a relation stores, as JSON text. */
  @Nullable String values(Relation relation) {
    RelationCondition named = relation.namedCondition();
    return named == null ? null : json.text(named.values());
  }
}

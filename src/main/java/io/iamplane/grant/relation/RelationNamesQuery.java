package io.iamplane.grant.relation;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every relation and membership of a tenant by the names under which its accounts are known
 * outside: the external id where there is one, else the id.
 */
@Singleton
public class RelationNamesQuery {

  /** Accounts that are gone are not active; objects that no import has named are. */
  private static final String ALL =
      """
      WITH names AS (
        SELECT 'user' AS type, id::text AS id, COALESCE(external_id, id::text) AS name, status
          FROM iam_users WHERE organization_id = ?
        UNION ALL
        SELECT 'group', id::text, COALESCE(external_id, id::text), status
          FROM iam_groups WHERE organization_id = ?
        UNION ALL
        SELECT 'service_account', id::text, COALESCE(external_id, id::text), status
          FROM iam_service_accounts WHERE organization_id = ?
        UNION ALL
        SELECT type, id, id, status FROM iam_objects WHERE organization_id = ?),
      links AS (
        SELECT subject_type, subject_id, subject_relation, relation, object_type, object_id,
            condition, condition_name, condition_values, valid_from, valid_until
          FROM iam_relations WHERE organization_id = ?
        UNION ALL
        SELECT member_type, member_id,
            CASE WHEN member_type = 'group' AND member_id <> '*' THEN 'member' ELSE '' END,
            'member', 'group', group_id::text, condition, NULL, NULL, valid_from, valid_until
          FROM iam_group_members WHERE organization_id = ?)
      SELECT l.*, COALESCE(s.name, l.subject_id) AS subject_name,
        COALESCE(o.name, l.object_id) AS object_name,
        COALESCE(s.status = 'active',
          l.subject_type NOT IN ('user', 'group', 'service_account') OR l.subject_id = '*')
        AND COALESCE(o.status = 'active',
          l.object_type NOT IN ('user', 'group', 'service_account')) AS active
      FROM links l
      LEFT JOIN names s ON s.type = l.subject_type AND s.id = l.subject_id
      LEFT JOIN names o ON o.type = l.object_type AND o.id = l.object_id
      """;

  private final Sql sql;
  private final Transactions transactions;
  private final RelationRows rows;

  RelationNamesQuery(Sql sql, Transactions transactions, RelationRows rows) {
    this.sql = sql;
    this.transactions = transactions;
    this.rows = rows;
  }

  /**
   * A relation or membership.
   *
   * @param condition stored with it, as text
   * @param namedCondition the model's, instead
   * @param active true if both entries exist and are active
   */
  public record NamedRelation(
      SubjectRef subject,
      @Nullable String subjectRelation,
      String relation,
      SubjectRef object,
      @Nullable String condition,
      @Nullable RelationCondition namedCondition,
      @Nullable Instant validFrom,
      @Nullable Instant validUntil,
      boolean active) {}

  /** Visits all of one moment, in no order, without holding them. */
  public void forEach(OrganizationId organization, Consumer<NamedRelation> each) {
    Object id = organization.value();
    transactions.run(
        () -> sql.forEach(ALL, row -> each.accept(named(row)), id, id, id, id, id, id));
  }

  /** Finds the types, among these, of objects with relations, except memberships. */
  public List<String> typesInUse(OrganizationId organization, Collection<String> types) {
    return transactions.call(() ->
        sql.list(
            """
            SELECT type FROM unnest(?::text[]) AS t (type)
            WHERE EXISTS (
              SELECT FROM iam_relations WHERE organization_id = ? AND object_type = t.type)
            ORDER BY type COLLATE "C"
            """,
            row -> row.getString("type"),
            types.toArray(String[]::new),
            organization.value()));
  }

  private NamedRelation named(ResultSet row) throws SQLException {
    String subjectRelation = row.getString("subject_relation");
    return new NamedRelation(
        new SubjectRef(row.getString("subject_type"), row.getString("subject_name")),
        subjectRelation.isEmpty() ? null : subjectRelation,
        row.getString("relation"),
        new SubjectRef(row.getString("object_type"), row.getString("object_name")),
        row.getString("condition"),
        rows.condition(row),
        Sql.instantOrNull(row, "valid_from"),
        Sql.instantOrNull(row, "valid_until"),
        row.getBoolean("active"));
  }
}

package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_grants}. */
@ApplicationScoped
class GrantStore {

  static final String SELECT =
      """
      SELECT id, subject_type, subject_id, privilege_type, privilege_key, effect, application,
        resource_type, resource_id, condition, valid_from, valid_until, activation_required,
        activated_at, status, source, justification, revision, created_at
      FROM iam_grants WHERE organization_id = ?
      """;

  private final Sql sql;

  GrantStore(Sql sql) {
    this.sql = sql;
  }

  Optional<Grant> byId(OrganizationId organization, UUID id) {
    return sql.first(SELECT + " AND id = ?", GrantStore::read, organization.value(), id);
  }

  /** What is revoked can never count again, so that deciding has no use for it. */
  void forEachNotRevoked(OrganizationId organization, Consumer<Grant> each) {
    sql.forEach(
        SELECT + " AND status <> 'revoked'", row -> each.accept(read(row)), organization.value());
  }

  /** Those whose conditions may read what an application's manifest declares. */
  void forEachConditionOf(OrganizationId organization, String application, Consumer<Grant> each) {
    sql.forEach(
        SELECT
            + " AND status <> 'revoked' AND condition IS NOT NULL"
            + " AND (application = ? OR application IS NULL AND starts_with(privilege_key, ?))",
        row -> each.accept(read(row)),
        organization.value(),
        application,
        application + ":");
  }

  void insert(Recording recording, Grant grant) {
    SubjectRef resource = grant.resource();
    sql.updateOne(
        """
        INSERT INTO iam_grants (id, organization_id, subject_type, subject_id, privilege_type,
          privilege_key, effect, application, resource_type, resource_id, condition, valid_from,
          valid_until, activation_required, activated_at, status, source, justification, revision,
          created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        grant.id(),
        recording.organization().value(),
        grant.subject().type(),
        grant.subject().id(),
        grant.privilegeType().wire(),
        grant.privilegeKey(),
        grant.effect().wire(),
        grant.application(),
        resource == null ? null : resource.type(),
        resource == null ? null : resource.id(),
        grant.condition(),
        grant.validFrom(),
        grant.validUntil(),
        grant.activationRequired(),
        grant.activatedAt(),
        grant.status().wire(),
        grant.source(),
        grant.justification(),
        grant.revision(),
        grant.createdAt(),
        recording.at());
  }

  void update(Recording recording, Grant grant) {
    sql.updateOne(
        """
        UPDATE iam_grants SET status = ?, activated_at = ?, revision = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        grant.status().wire(),
        grant.activatedAt(),
        grant.revision(),
        recording.at(),
        recording.organization().value(),
        grant.id());
  }

  static Grant read(ResultSet row) throws SQLException {
    return new Grant(
        row.getObject("id", UUID.class),
        new SubjectRef(row.getString("subject_type"), row.getString("subject_id")),
        WireName.of(Grant.PrivilegeType.class, row.getString("privilege_type")),
        row.getString("privilege_key"),
        WireName.of(Grant.Effect.class, row.getString("effect")),
        row.getString("application"),
        resource(row),
        row.getString("condition"),
        Sql.instantOrNull(row, "valid_from"),
        Sql.instantOrNull(row, "valid_until"),
        row.getBoolean("activation_required"),
        Sql.instantOrNull(row, "activated_at"),
        WireName.of(Grant.Status.class, row.getString("status")),
        row.getString("source"),
        row.getString("justification"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }

  private static @Nullable SubjectRef resource(ResultSet row) throws SQLException {
    String type = row.getString("resource_type");
    return type == null ? null : new SubjectRef(type, row.getString("resource_id"));
  }
}

package io.iamplane.grant;

import io.iamplane.catalog.manifest.PrivilegeHolders;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds grants: pages of them, oldest first, those that certain rules look at, and all of a tenant,
 * streamed and never held.
 */
@Singleton
class GrantQuery implements PrivilegeHolders {

  private static final String SELECT =
      """
      SELECT id, subject_type, subject_id, privilege_type, privilege_key, effect, application,
        resource_type, resource_id, condition, valid_from, valid_until, activation_required,
        activated_at, activated_until, status, source, justification, revision, created_at
      FROM iam_grants WHERE organization_id = ?
      """;

  private static final List<String> STATUSES =
      Arrays.stream(Grant.Status.values()).map(WireName::wire).toList();

  /** The roles that active grants deny; takes organization and keys. */
  static final String DENIED_ROLES =
      """
      SELECT DISTINCT privilege_key FROM iam_grants
      WHERE organization_id = ? AND privilege_key = ANY (?) AND status = 'active'
        AND privilege_type = 'role' AND effect = 'deny'
      """;

  /** Takes organization, role and time. */
  static final String ANY_OF_ROLE =
      """
      SELECT id FROM iam_grants
      WHERE organization_id = ? AND privilege_key = ? AND status IN ('active', 'suspended')
        AND privilege_type = 'role' AND (valid_until IS NULL OR valid_until > ?)
      LIMIT 1
      """;

  /** Takes organization, keys and a limit. */
  private static final String HOLDERS =
      """
      SELECT DISTINCT subject_type, subject_id FROM (
        SELECT subject_type, subject_id FROM iam_grants
        WHERE organization_id = ? AND privilege_key = ANY (?) AND status = 'active'
          AND effect = 'permit'
        LIMIT ?) AS found
      ORDER BY subject_type, subject_id
      """;

  private final Sql sql;

  GrantQuery(Sql sql) {
    this.sql = sql;
  }

  Optional<Grant> byId(OrganizationId organization, GrantId id) {
    return sql.first(SELECT + " AND id = ?", GrantQuery::read, organization.value(), id.value());
  }

  /** The active ones of some grants, in the order of their ids. */
  List<Grant> active(OrganizationId organization, Collection<UUID> ids) {
    return sql.list(
        SELECT + " AND id = ANY (?) AND status = 'active' ORDER BY id",
        GrantQuery::read,
        organization.value(),
        ids.toArray(UUID[]::new));
  }

  Page<Grant> page(OrganizationId organization, PageRequest page, GrantFilter filter) {
    return Page.cut(
        sql.list(query(organization, page, filter), GrantQuery::read),
        page.limit(),
        grant -> grant.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, GrantFilter filter) {
    Keyset query =
        Keyset.of(SELECT, "id", organization.value())
            .filter("subject_type = ? AND subject_id = ?", parts(filter.subject()))
            .filter("privilege_key = ?", filter.privilegeKey())
            .filter("resource_type = ? AND resource_id = ?", parts(filter.resource()))
            .after(page.afterId())
            .rows(page.limit() + 1);
    Grant.Status status = filter.status();
    String wire = status == null ? null : status.wire();
    return filter.isEmpty()
        ? query.filter("status = ?", wire)
        : query.either("status", wire, STATUSES);
  }

  List<String> deniedRoles(OrganizationId organization, Collection<String> keys) {
    return sql.list(
        DENIED_ROLES,
        row -> row.getString("privilege_key"),
        organization.value(),
        keys.toArray(String[]::new));
  }

  /** Finds one grant of a role that is neither revoked nor over, regardless of other terms. */
  Optional<GrantId> anyOfRole(OrganizationId organization, String role, Instant at) {
    return sql.first(
        ANY_OF_ROLE,
        row -> new GrantId(row.getObject("id", UUID.class)),
        organization.value(),
        role,
        at);
  }

  /** The subjects of active permits, regardless of their terms; a group counts as one. */
  @Override
  public Holders of(OrganizationId organization, Collection<String> privileges, int limit) {
    List<String> subjects =
        sql.list(
            HOLDERS,
            row -> row.getString("subject_type") + ":" + row.getString("subject_id"),
            organization.value(),
            privileges.toArray(String[]::new),
            Holders.MOST);
    return new Holders(subjects.size(), subjects.stream().limit(limit).toList());
  }

  List<Grant> alike(OrganizationId organization, Grant grant, int limit) {
    return sql.list(alikeQuery(organization, grant, limit), GrantQuery::read);
  }

  static Keyset alikeQuery(OrganizationId organization, Grant grant, int limit) {
    SubjectRef resource = grant.resource();
    Keyset query =
        Keyset.of(
                SELECT
                    + (resource == null ? " AND resource_type IS NULL" : "")
                    + (grant.application() == null ? " AND application IS NULL" : ""),
                "id",
                organization.value())
            .filter("subject_type = ? AND subject_id = ?", parts(grant.subject()))
            .filter("privilege_key = ?", grant.privilegeKey())
            .filter("privilege_type = ?", grant.privilegeType().wire())
            .filter("resource_type = ? AND resource_id = ?", parts(resource))
            .filter("application = ?", grant.application())
            .rows(limit);
    return query.either("status", Grant.Status.ACTIVE.wire(), STATUSES);
  }

  private static @Nullable Object[] parts(@Nullable SubjectRef ref) {
    // A null value drops the condition.
    return ref == null
        ? new @Nullable Object[] {null}
        : new @Nullable Object[] {ref.type(), ref.id()};
  }

  /** Reads all grants that are not revoked; a revoked one can never count again. */
  void forEachNotRevoked(OrganizationId organization, Consumer<Grant> each) {
    sql.forEach(
        SELECT + " AND status <> 'revoked'", row -> each.accept(read(row)), organization.value());
  }

  /** Reads the grants with conditions that may read an application's attributes. */
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

  private static Grant read(ResultSet row) throws SQLException {
    return new Grant(
        new GrantId(row.getObject("id", UUID.class)),
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
        Sql.instantOrNull(row, "activated_until"),
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

package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_groups}. */
@ApplicationScoped
class GroupStore {

  private static final String SELECT =
      """
      SELECT id, key, external_id, name, source, status, attributes, revision, created_at,
        revoked_at
      FROM iam_groups WHERE organization_id = ?
      """;

  private final Sql sql;
  private final JsonColumns json;

  GroupStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Optional<Group> byId(OrganizationId organization, UUID id) {
    return sql.first(SELECT + " AND id = ?", this::read, organization.value(), id);
  }

  Optional<Group> byKey(OrganizationId organization, String key) {
    return sql.first(SELECT + " AND key = ?", this::read, organization.value(), key);
  }

  Optional<Group> byExternalId(OrganizationId organization, String externalId) {
    return sql.first(SELECT + " AND external_id = ?", this::read, organization.value(), externalId);
  }

  Page<Group> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(sql.list(query, this::read), page.limit(), group -> group.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("status = ?", status)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  void forEach(OrganizationId organization, Consumer<Group> each) {
    sql.forEach(SELECT, row -> each.accept(read(row)), organization.value());
  }

  void insert(Recording recording, Group group) {
    sql.updateOne(
        """
        INSERT INTO iam_groups (id, organization_id, key, external_id, name, source, status,
          attributes, revision, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
        """,
        group.id(),
        recording.organization().value(),
        group.key(),
        group.externalId(),
        group.name(),
        group.source(),
        group.status().wire(),
        json.text(group.attributes()),
        group.revision(),
        group.createdAt(),
        recording.at());
  }

  void update(Recording recording, Group group) {
    sql.updateOne(
        """
        UPDATE iam_groups SET name = ?, status = ?, attributes = ?::jsonb, revision = ?,
          revoked_at = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        group.name(),
        group.status().wire(),
        json.text(group.attributes()),
        group.revision(),
        group.revokedAt(),
        recording.at(),
        recording.organization().value(),
        group.id());
  }

  private Group read(ResultSet row) throws SQLException {
    return new Group(
        row.getObject("id", UUID.class),
        row.getString("key"),
        row.getString("external_id"),
        row.getString("name"),
        row.getString("source"),
        WireName.of(Group.Status.class, row.getString("status")),
        json.object(row, "attributes"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"),
        Sql.instantOrNull(row, "revoked_at"));
  }
}

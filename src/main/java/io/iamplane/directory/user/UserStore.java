package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The rows of {@code iam_users}. */
@ApplicationScoped
class UserStore {

  static final String COLUMNS =
      "id, external_id, email, name, status, attributes, revision, created_at";

  private final Sql sql;
  private final JsonColumns json;
  private final UserTermStore terms;

  UserStore(Sql sql, JsonColumns json, UserTermStore terms) {
    this.sql = sql;
    this.json = json;
    this.terms = terms;
  }

  Optional<User> byId(OrganizationId organization, UUID id) {
    return sql.first(
        "SELECT " + COLUMNS + " FROM iam_users WHERE organization_id = ? AND id = ?",
        this::read,
        organization.value(),
        id);
  }

  Optional<User> byExternalId(OrganizationId organization, String externalId) {
    return sql.first(
        "SELECT " + COLUMNS + " FROM iam_users WHERE organization_id = ? AND external_id = ?",
        this::read,
        organization.value(),
        externalId);
  }

  Optional<User> byEmail(OrganizationId organization, String email) {
    return sql.first(
        "SELECT "
            + COLUMNS
            + " FROM iam_users WHERE organization_id = ? AND lower(email) = lower(?)",
        this::read,
        organization.value(),
        email);
  }

  void forEach(OrganizationId organization, Consumer<User> each) {
    sql.forEach(
        "SELECT " + COLUMNS + " FROM iam_users WHERE organization_id = ?",
        row -> each.accept(read(row)),
        organization.value());
  }

  void insert(Recording recording, User user) {
    sql.updateOne(
        """
        INSERT INTO iam_users (id, organization_id, external_id, email, name, status, attributes,
          revision, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
        """,
        user.id(),
        recording.organization().value(),
        user.externalId(),
        user.email(),
        user.name(),
        user.status().wire(),
        json.text(user.attributes()),
        user.revision(),
        user.createdAt(),
        recording.at());
    terms.insert(recording, user);
  }

  void update(Recording recording, User before, User user) {
    sql.updateOne(
        """
        UPDATE iam_users SET external_id = ?, email = ?, name = ?, status = ?, attributes = ?::jsonb,
          revision = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        user.externalId(),
        user.email(),
        user.name(),
        user.status().wire(),
        json.text(user.attributes()),
        user.revision(),
        recording.at(),
        recording.organization().value(),
        user.id());
    terms.replace(recording, before, user);
  }

  private User read(ResultSet row) throws SQLException {
    return read(row, json);
  }

  static User read(ResultSet row, JsonColumns json) throws SQLException {
    return new User(
        row.getObject("id", UUID.class),
        row.getString("external_id"),
        row.getString("email"),
        row.getString("name"),
        WireName.of(User.Status.class, row.getString("status")),
        json.object(row, "attributes"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}

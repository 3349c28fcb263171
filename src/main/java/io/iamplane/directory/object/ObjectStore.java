package io.iamplane.directory.object;

import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Consumer;

/** The rows of {@code iam_objects}. */
@ApplicationScoped
class ObjectStore {

  private static final String SELECT =
      "SELECT type, id, name, status, attributes, created_at FROM iam_objects"
          + " WHERE organization_id = ?";

  private final Sql sql;
  private final JsonColumns json;

  ObjectStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Optional<ImportedObject> find(OrganizationId organization, String type, String id) {
    return sql.first(
        SELECT + " AND type = ? AND id = ?", this::read, organization.value(), type, id);
  }

  boolean hasType(OrganizationId organization, String type) {
    return sql.first(
            "SELECT 1 FROM iam_objects WHERE organization_id = ? AND type = ? LIMIT 1",
            _ -> true,
            organization.value(),
            type)
        .isPresent();
  }

  void forEach(OrganizationId organization, Consumer<ImportedObject> each) {
    sql.forEach(SELECT, row -> each.accept(read(row)), organization.value());
  }

  void insert(Recording recording, ImportedObject object) {
    sql.updateOne(
        """
        INSERT INTO iam_objects (organization_id, type, id, name, status, attributes, created_at,
          updated_at)
        VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?)
        """,
        recording.organization().value(),
        object.type(),
        object.id(),
        object.name(),
        object.status().wire(),
        json.text(object.attributes()),
        object.createdAt(),
        recording.at());
  }

  void update(Recording recording, ImportedObject object) {
    sql.updateOne(
        """
        UPDATE iam_objects SET name = ?, status = ?, attributes = ?::jsonb, updated_at = ?
        WHERE organization_id = ? AND type = ? AND id = ?
        """,
        object.name(),
        object.status().wire(),
        json.text(object.attributes()),
        recording.at(),
        recording.organization().value(),
        object.type(),
        object.id());
  }

  private ImportedObject read(ResultSet row) throws SQLException {
    return new ImportedObject(
        row.getString("type"),
        row.getString("id"),
        row.getString("name"),
        WireName.of(ImportedObject.Status.class, row.getString("status")),
        json.object(row, "attributes"),
        Sql.instant(row, "created_at"));
  }
}

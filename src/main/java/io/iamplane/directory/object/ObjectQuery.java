package io.iamplane.directory.object;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Consumer;

/** A tenant's imported objects as a whole, which are streamed and never held. */
@Singleton
class ObjectQuery {

  private static final String SELECT =
      "SELECT type, id, name, status, attributes, created_at FROM iam_objects"
          + " WHERE organization_id = ?";

  private final Sql sql;
  private final JsonColumns json;

  ObjectQuery(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
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

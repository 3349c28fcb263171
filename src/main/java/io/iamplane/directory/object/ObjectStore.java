package io.iamplane.directory.object;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_objects}. */
@Singleton
class ObjectStore
    extends RowStore<ObjectStore.ObjectEntity, ImportedObject, ObjectStore.ObjectKey> {

  private final Sql sql;
  private final JsonColumns json;

  ObjectStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Optional<ImportedObject> find(OrganizationId organization, String type, String id) {
    return at(new ObjectKey(organization.value(), type, id));
  }

  boolean hasType(OrganizationId organization, String type) {
    return sql.first(
            "SELECT 1 FROM iam_objects WHERE organization_id = ? AND type = ? LIMIT 1",
            _ -> true,
            organization.value(),
            type)
        .isPresent();
  }

  /** Every object of an organization, one at a time: streamed, never held. */
  void forEach(OrganizationId organization, Consumer<ImportedObject> each) {
    sql.forEach(
        "SELECT type, id, name, status, attributes, created_at FROM iam_objects"
            + " WHERE organization_id = ?",
        row -> each.accept(read(row)),
        organization.value());
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

  void insert(Recording recording, ImportedObject object) {
    ObjectEntity row = new ObjectEntity();
    row.id = new ObjectKey(recording.organization().value(), object.type(), object.id());
    row.createdAt = object.createdAt();
    insert(recording, row, object);
  }

  void update(Recording recording, ImportedObject object) {
    update(
        recording,
        new ObjectKey(recording.organization().value(), object.type(), object.id()),
        object);
  }

  @Entity
  @Table(name = "iam_objects")
  static class ObjectEntity implements RowStore.Row<ImportedObject> {

    @EmbeddedId ObjectKey id;
    @Nullable String name;
    String status;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    Map<String, Object> attributes;

    Instant createdAt;
    Instant updatedAt;

    @Override
    public void take(ImportedObject object, Instant at) {
      name = object.name();
      status = object.status().wire();
      attributes = object.attributes();
      updatedAt = at;
    }

    @Override
    public ImportedObject value() {
      return new ImportedObject(
          id.type(),
          id.id(),
          name,
          WireName.of(ImportedObject.Status.class, status),
          attributes,
          createdAt);
    }
  }

  @Embeddable
  record ObjectKey(UUID organizationId, String type, String id) implements Serializable {}
}

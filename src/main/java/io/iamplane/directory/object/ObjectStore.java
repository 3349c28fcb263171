package io.iamplane.directory.object;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_objects}. */
@Singleton
class ObjectStore
    extends RowStore<ObjectStore.ObjectEntity, ImportedObject, ObjectStore.ObjectKey> {

  Optional<ImportedObject> find(OrganizationId organization, String type, String id) {
    return at(ObjectKey.of(organization, type, id));
  }

  void insert(Recording recording, ImportedObject object) {
    insert(recording, ObjectEntity.of(recording.organization(), object), object);
  }

  void update(Recording recording, ImportedObject object) {
    update(recording, ObjectKey.of(recording.organization(), object.type(), object.id()), object);
  }

  /** A row of {@code iam_objects}; never leaves this package. */
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

    static ObjectEntity of(OrganizationId organization, ImportedObject object) {
      ObjectEntity row = new ObjectEntity();
      row.id = ObjectKey.of(organization, object.type(), object.id());
      row.createdAt = object.createdAt();
      return row;
    }

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

  /** The key of a row of {@code iam_objects}. */
  @Embeddable
  record ObjectKey(UUID organizationId, String type, String id) implements Serializable {

    static ObjectKey of(OrganizationId organization, String type, String id) {
      return new ObjectKey(organization.value(), type, id);
    }
  }
}

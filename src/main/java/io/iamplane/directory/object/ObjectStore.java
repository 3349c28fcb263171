package io.iamplane.directory.object;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code iam_objects}. */
@Singleton
class ObjectStore extends RowStore<ObjectEntity, ImportedObject, ObjectKey> {

  Optional<ImportedObject> find(OrganizationId organization, String type, String id) {
    return at(ObjectKey.of(organization, type, id));
  }

  void insert(Recording recording, ImportedObject object) {
    insert(recording, ObjectEntity.of(recording.organization(), object), object);
  }

  void update(Recording recording, ImportedObject object) {
    update(recording, ObjectKey.of(recording.organization(), object.type(), object.id()), object);
  }
}

package io.iamplane.directory.object;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Imported objects. Each method runs inside the change that records it. */
@Singleton
public class ObjectService {

  private static final String TARGET = "object";

  private final ObjectStore store;

  ObjectService(ObjectStore store) {
    this.store = store;
  }

  /**
   * Makes an object, or replaces name and attributes of the one that is there; says and does
   * nothing when they are the same. VALIDATION for a type that the directory owns, or invalid
   * values.
   */
  public ImportedObject put(
      Recording recording,
      SubjectRef given,
      @Nullable String name,
      @Nullable Map<String, ?> attributes) {
    SubjectRef ref = given.normal();
    if (SubjectRef.isOfDirectory(ref.type())) {
      throw IamException.validation(
          "type", "must not be '" + ref.type() + "', a type that the directory manages");
    }
    ImportedObject object =
        new ImportedObject(
            ref.type(),
            DirectoryRules.requireId("id", ref.id()),
            name == null ? null : DirectoryRules.name("name", name),
            ImportedObject.Status.ACTIVE,
            DirectoryRules.attributes("properties", attributes),
            recording.at());
    Optional<ImportedObject> present = store.find(recording.organization(), ref.type(), ref.id());
    if (present.isEmpty()) {
      store.insert(recording, object);
      recording.add(Effect.created(EventType.OBJECT_CREATED, TARGET, ref.toString(), object));
      return object;
    }
    ImportedObject before = present.get();
    if (before.sameContent(object)) {
      return before;
    }
    ImportedObject after = before.withContentOf(object);
    store.update(recording, after);
    recording.add(Effect.changed(EventType.OBJECT_UPDATED, TARGET, ref.toString(), before, after));
    return after;
  }

  /**
   * Activates or deactivates; says and does nothing when that is done already. NOT_FOUND when the
   * organization has no such object.
   */
  public ImportedObject setStatus(
      Recording recording, SubjectRef ref, ImportedObject.Status status) {
    ImportedObject before =
        store
            .find(recording.organization(), ref.type(), ref.id())
            .orElseThrow(IamException::notFound);
    if (before.status() == status) {
      return before;
    }
    ImportedObject after = before.with(status);
    store.update(recording, after);
    recording.add(Effect.changed(EventType.OBJECT_UPDATED, TARGET, ref.toString(), before, after));
    return after;
  }

  public void forEach(OrganizationId organization, Consumer<ImportedObject> each) {
    store.forEach(organization, each);
  }

  public boolean hasType(OrganizationId organization, String type) {
    return store.hasType(organization, type);
  }
}

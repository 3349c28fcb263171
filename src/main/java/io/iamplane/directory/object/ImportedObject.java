package io.iamplane.directory.object;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object that grants and relations may name: a document, a folder, an account.
 *
 * @param name for people; null if absent
 * @param attributes for conditions; they override a request's
 */
@RegisterForReflection
public record ImportedObject(
    String type,
    String id,
    @Nullable String name,
    Status status,
    Map<String, Object> attributes,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return attributes.isEmpty() ? Set.of("name") : Set.of("name", "attributes");
  }

  /** An inactive object may not act, and passes no relation on. */
  public enum Status implements WireName {
    ACTIVE,
    INACTIVE
  }

  public SubjectRef ref() {
    return new SubjectRef(type, id);
  }

  ImportedObject with(Status newStatus) {
    return new ImportedObject(type, id, name, newStatus, attributes, createdAt);
  }

  ImportedObject withContentOf(ImportedObject other) {
    return new ImportedObject(type, id, other.name, status, other.attributes, createdAt);
  }

  boolean sameContent(ImportedObject other) {
    return Objects.equals(name, other.name) && attributes.equals(other.attributes);
  }
}

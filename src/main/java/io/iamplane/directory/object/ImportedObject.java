package io.iamplane.directory.object;

import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A thing that grants and relations may name: a document, a folder, an account.
 *
 * @param name for people; null when none was given
 * @param attributes what conditions may read; they win over what a request says
 */
@RegisterForReflection
public record ImportedObject(
    String type,
    String id,
    @Nullable String name,
    Map<String, Object> attributes,
    Instant createdAt) {

  public SubjectRef ref() {
    return new SubjectRef(type, id);
  }

  boolean sameContent(ImportedObject other) {
    return Objects.equals(name, other.name) && attributes.equals(other.attributes);
  }
}

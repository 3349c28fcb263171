package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies a submitted manifest of one organization. */
@RegisterForReflection
public record ManifestId(UUID value) {

  static ManifestId next() {
    return new ManifestId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<ManifestId> parse(String text) {
    return UuidV7.parse(text).map(ManifestId::new);
  }

  @JsonCreator
  static ManifestId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a manifest id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

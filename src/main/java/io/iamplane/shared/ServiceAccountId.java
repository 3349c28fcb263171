package io.iamplane.shared;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies a service account, a machine that acts for one organization. */
@RegisterForReflection
public record ServiceAccountId(UUID value) {

  public static ServiceAccountId next() {
    return new ServiceAccountId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<ServiceAccountId> parse(String text) {
    return UuidV7.parse(text).map(ServiceAccountId::new);
  }

  @JsonCreator
  static ServiceAccountId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a service account id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

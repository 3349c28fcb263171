package io.iamplane.governance.request;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies an access request of one organization. */
@RegisterForReflection
public record AccessRequestId(UUID value) {

  static AccessRequestId next() {
    return new AccessRequestId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<AccessRequestId> parse(String text) {
    return UuidV7.parse(text).map(AccessRequestId::new);
  }

  @JsonCreator
  static AccessRequestId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not an access request id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

package io.iamplane.grant;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

@RegisterForReflection
public record GrantId(UUID value) {

  static GrantId next() {
    return new GrantId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<GrantId> parse(String text) {
    return UuidV7.parse(text).map(GrantId::new);
  }

  @JsonCreator
  static GrantId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a valid grant id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

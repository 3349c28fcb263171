package io.iamplane.governance.review;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies an item of an access review of one organization. */
@RegisterForReflection
public record ReviewItemId(UUID value) {

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<ReviewItemId> parse(String text) {
    return UuidV7.parse(text).map(ReviewItemId::new);
  }

  @JsonCreator
  static ReviewItemId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not an item id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

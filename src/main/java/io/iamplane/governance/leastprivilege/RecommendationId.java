package io.iamplane.governance.leastprivilege;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies a recommendation of one organization. */
@RegisterForReflection
public record RecommendationId(UUID value) {

  static RecommendationId next() {
    return new RecommendationId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<RecommendationId> parse(String text) {
    return UuidV7.parse(text).map(RecommendationId::new);
  }

  @JsonCreator
  static RecommendationId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a recommendation id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

package io.iamplane.governance.anomaly;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies an anomaly of one organization. */
@RegisterForReflection
public record AnomalyId(UUID value) {

  static AnomalyId next() {
    return new AnomalyId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<AnomalyId> parse(String text) {
    return UuidV7.parse(text).map(AnomalyId::new);
  }

  @JsonCreator
  static AnomalyId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not an anomaly id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

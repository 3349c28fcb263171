package io.iamplane.governance.simulation.probe;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies a probe of one organization. */
@RegisterForReflection
public record ProbeId(UUID value) {

  static ProbeId next() {
    return new ProbeId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<ProbeId> parse(String text) {
    return UuidV7.parse(text).map(ProbeId::new);
  }

  @JsonCreator
  static ProbeId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a probe id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

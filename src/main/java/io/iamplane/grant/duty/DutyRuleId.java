package io.iamplane.grant.duty;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

@RegisterForReflection
public record DutyRuleId(UUID value) {

  static DutyRuleId next() {
    return new DutyRuleId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<DutyRuleId> parse(String text) {
    return UuidV7.parse(text).map(DutyRuleId::new);
  }

  @JsonCreator
  static DutyRuleId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a valid duty rule id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}

package io.iamplane.shared;

import com.fasterxml.jackson.annotation.JsonValue;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * An enum with constants in lower case on the wire and in the database. Registered so that a native
 * image finds the method that its enums inherit.
 */
@RegisterForReflection
public interface WireName {

  int ordinal();

  Class<?> getDeclaringClass();

  /** {@code TENANT} is written {@code tenant}. */
  @JsonValue
  default String wire() {
    return LowerCaseNames.of(this);
  }

  /**
   * @throws IllegalArgumentException for an unknown name
   */
  static <E extends Enum<E> & WireName> E of(Class<E> type, String wire) {
    for (E constant : type.getEnumConstants()) {
      if (constant.wire().equals(wire)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("unknown " + type.getSimpleName() + ": " + wire);
  }
}

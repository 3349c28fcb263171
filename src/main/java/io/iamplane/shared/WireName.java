package io.iamplane.shared;

import com.fasterxml.jackson.annotation.JsonValue;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    return find(type, wire)
        .orElseThrow(
            () -> new IllegalArgumentException("unknown " + type.getSimpleName() + ": " + wire));
  }

  /** The constant that is written {@code wire}, if there is one. */
  static <E extends Enum<E> & WireName> Optional<E> find(Class<E> type, String wire) {
    for (E constant : type.getEnumConstants()) {
      if (constant.wire().equals(wire)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }

  /** The names of all constants, as a message lists them. */
  static String names(Class<? extends WireName> type) {
    return Stream.of(type.getEnumConstants()).map(WireName::wire).collect(Collectors.joining(", "));
  }
}

package io.iamplane.shared.json;

import io.iamplane.shared.IamException;

/** Receives the errors of a reader. Collects them, or throws at the first. */
@FunctionalInterface
public interface FieldErrors {

  /** Refuses the body as soon as something is wrong with it. */
  FieldErrors FIRST =
      (place, message) -> {
        throw IamException.validation(place, message);
      };

  /**
   * @param place a dotted path, {@code checks[3].subject.id}; empty for the whole document
   */
  void add(String place, String message);

  /** Returns true if a further error is only counted, so that its message need not be made. */
  default boolean isFull() {
    return false;
  }
}

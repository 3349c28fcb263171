package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/**
 * A compiled condition. It has no state, bounds its own work and never throws: whatever cannot be
 * evaluated is {@link Outcome#ERROR}.
 */
public interface Condition {

  /** What evaluating gave. */
  enum Outcome {
    TRUE,
    FALSE,
    /** The condition could not be evaluated: a missing field, a wrong type, a bound exceeded. */
    ERROR
  }

  Outcome evaluate(Attributes attributes);

  /** Why the condition is not true, in words; null when it is true. */
  @Nullable String failure(Attributes attributes);

  /** The one text of this condition, whatever way it was written. */
  String canonical();
}

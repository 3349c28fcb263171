package io.iamplane.language.condition;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A compiled condition: immutable, safe for many threads, of bounded work for any attributes. */
public interface Condition {

  /**
   * The result of a condition. The caller decides if {@link #ERROR} grants or denies: a permit
   * needs {@link #TRUE}, a denial holds unless {@link #FALSE}.
   */
  enum Outcome {
    TRUE,
    FALSE,
    ERROR
  }

  /** Evaluates within its own bounds alone. */
  default Outcome evaluate(Attributes attributes) {
    return evaluate(attributes, StepMeter.UNBOUND);
  }

  /**
   * Evaluates without I/O, within a shared budget that it charges with the steps taken; allocates
   * one small object unless values have to be computed. An evaluation that the budget cuts short
   * leaves nothing of it: its outcome is {@link Outcome#ERROR} and says nothing.
   */
  Outcome evaluate(Attributes attributes, StepMeter meter);

  /**
   * The reason for a failing evaluation, with line and column, for explanations; null if it does
   * not fail. It evaluates again, charges the budget again, and names attributes, never their
   * values.
   */
  @Nullable String failure(Attributes attributes, StepMeter meter);

  /** The same, within its own bounds alone. */
  default @Nullable String failure(Attributes attributes) {
    return failure(attributes, StepMeter.UNBOUND);
  }

  /** One text for all spellings of the same syntax tree; compiling it gives the same condition. */
  String canonical();

  /** Every field that an evaluation may read. Roots are read by literal field names only. */
  Set<AttributeRef> reads();
}

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

  /** Evaluates without I/O; allocates one small object unless values have to be computed. */
  Outcome evaluate(Attributes attributes);

  /**
   * Evaluates within a shared budget and charges it with the steps taken. An evaluation that the
   * budget cuts short leaves nothing of it: its outcome is {@link Outcome#ERROR} and says nothing.
   */
  default Outcome evaluate(Attributes attributes, StepMeter meter) {
    return evaluate(attributes);
  }

  /**
   * The reason for a failing evaluation, with line and column, for explanations; null if it does
   * not fail. It evaluates again and names attributes, never their values.
   */
  @Nullable String failure(Attributes attributes);

  /** The same, within a shared budget that is charged with the steps taken. */
  default @Nullable String failure(Attributes attributes, StepMeter meter) {
    return failure(attributes);
  }

  /** One text for all spellings of the same syntax tree; compiling it gives the same condition. */
  String canonical();

  /** Every field that an evaluation may read. Roots are read by literal field names only. */
  Set<AttributeRef> reads();
}

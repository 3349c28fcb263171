package io.iamplane.decision.engine.reference;

import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.Root;
import org.jspecify.annotations.Nullable;

/** Three-valued truth over {@link Outcome}: false, error, true, in this order. */
final class Logic {

  private Logic() {}

  static Outcome of(@Nullable Condition condition, Attributes attributes) {
    return condition == null ? Outcome.TRUE : condition.evaluate(attributes);
  }

  /** A condition that reads the subject says nothing of many at once. */
  static Outcome of(
      @Nullable Condition condition, Attributes attributes, ReferenceSubject subject) {
    boolean alone =
        condition != null
            && condition.reads().stream().anyMatch(read -> read.root() == Root.SUBJECT);
    return alone && subject.isMany() ? Outcome.ERROR : of(condition, attributes);
  }

  static Outcome and(Outcome a, Outcome b) {
    if (a == Outcome.FALSE || b == Outcome.FALSE) {
      return Outcome.FALSE;
    }
    return a == Outcome.TRUE && b == Outcome.TRUE ? Outcome.TRUE : Outcome.ERROR;
  }

  static Outcome or(Outcome a, Outcome b) {
    if (a == Outcome.TRUE || b == Outcome.TRUE) {
      return Outcome.TRUE;
    }
    return a == Outcome.FALSE && b == Outcome.FALSE ? Outcome.FALSE : Outcome.ERROR;
  }
}

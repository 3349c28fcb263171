package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/** A compiled expression. */
@FunctionalInterface
interface Term {

  /** The value, null for JSON's null, or a {@link Failure}. Never throws on account of values. */
  @Nullable Object value(Frame frame);

  /** The same, faster for the most common term. */
  static @Nullable Object value(Term term, Frame frame) {
    return term instanceof FieldTerm field ? field.value(frame) : term.value(frame);
  }
}

package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/**
 * A checked and compiled expression.
 *
 * @param isConstant true if the value is known already; false is possible for the type null, since
 *     its evaluation may fail
 * @param constant the value if it is known already and not null
 */
record Code(Type type, Term term, boolean isConstant, @Nullable Object constant) {

  public static Code of(Type type, Term term) {
    return new Code(type, term, false, null);
  }

  public static Code constant(Type type, @Nullable Object value) {
    return new Code(type, _ -> value, true, value);
  }

  public static Code literal(@Nullable Object value) {
    Type type =
        switch (value) {
          case Boolean _ -> Scalar.BOOL;
          case Long _ -> Scalar.INT;
          case Double _ -> Scalar.DOUBLE;
          case String _ -> Scalar.STRING;
          case null, default -> Scalar.NULL;
        };
    return constant(type, value);
  }

  public boolean mayBe(Type wanted) {
    return type.isDynamic() || type.equals(wanted);
  }
}

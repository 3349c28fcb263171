package io.iamplane.language.condition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code && || !} and {@code ?:}, with CEL's rule that a decisive operand outweighs an error. */
final class Logic {

  private Logic() {}

  /** A disjunction is decided by one true term, a conjunction by one false term. */
  public static Code chain(Checker checker, List<Expr> operands, Expr at, boolean decisive)
      throws ConditionSyntaxException {
    Term[] terms = new Term[operands.size()];
    for (int i = 0; i < terms.length; i++) {
      terms[i] =
          checker.bool(operands.get(i), "an operand of " + (decisive ? "'||'" : "'&&'")).term();
    }
    Failure notBool = checker.failure(at, "an operand is not a bool");
    return Code.of(
        Scalar.BOOL,
        decisive ? frame -> any(frame, terms, notBool) : frame -> all(frame, terms, notBool));
  }

  @SuppressWarnings("ReferenceEquality") // operand() gives no Boolean but the two constants
  private static Object any(Frame frame, Term[] terms, Failure notBool) {
    Object undecided = Boolean.FALSE;
    for (Term term : terms) {
      Object value = operand(Term.value(term, frame), notBool);
      if (value == Boolean.TRUE) {
        return value;
      }
      undecided = undecided == Boolean.FALSE ? value : undecided;
    }
    return undecided;
  }

  @SuppressWarnings("ReferenceEquality") // operand() gives no Boolean but the two constants
  private static Object all(Frame frame, Term[] terms, Failure notBool) {
    Object undecided = Boolean.TRUE;
    for (Term term : terms) {
      Object value = operand(Term.value(term, frame), notBool);
      if (value == Boolean.FALSE) {
        return value;
      }
      undecided = undecided == Boolean.TRUE ? value : undecided;
    }
    return undecided;
  }

  /** The operand as one of the two Boolean constants, or as a failure. */
  @SuppressWarnings("ReferenceEquality") // the two constants pass as they are
  static Object operand(@Nullable Object value, Failure notBool) {
    if (value == Boolean.TRUE || value == Boolean.FALSE) {
      return value;
    }
    if (value instanceof Boolean bool) {
      return bool ? Boolean.TRUE : Boolean.FALSE;
    }
    return value instanceof Failure ? value : notBool;
  }

  public static Code not(Checker checker, Expr.Not e) throws ConditionSyntaxException {
    Code operand = checker.bool(e.operand(), "the operand of '!'");
    Term term = operand.term();
    Failure notBool = checker.failure(e, "the operand of '!' is not a bool");
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object value = operand(Term.value(term, frame), notBool);
          return value instanceof Boolean bool ? (Object) !bool : value;
        });
  }

  public static Code choice(Checker checker, Expr.Choice e) throws ConditionSyntaxException {
    Term condition = checker.bool(e.condition(), "the condition before '?'").term();
    Code then = checker.compile(e.then());
    Code otherwise = checker.compile(e.otherwise());
    if (!then.type().overlaps(otherwise.type())) {
      throw checker.fault(
          e,
          "the two branches have different types: %s and %s"
              .formatted(then.type().text(), otherwise.type().text()));
    }
    Failure notBool = checker.failure(e, "the condition before '?' is not a bool");
    return Code.of(
        Type.join(then.type(), otherwise.type()),
        frame -> {
          Object value = operand(Term.value(condition, frame), notBool);
          return value instanceof Boolean bool
              ? Term.value((bool ? then : otherwise).term(), frame)
              : value;
        });
  }
}

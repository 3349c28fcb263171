package io.iamplane.language.condition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code && || !} and {@code ?:}, with CEL's rule that a decisive operand outweighs an error. */
final class Logic {

  private Logic() {}

  /** A disjunction is decided by one true term, a conjunction by one false term. */
  public static Code chain(Compiler compiler, List<Expr> operands, Expr at, boolean decisive)
      throws ConditionSyntaxException {
    Term[] terms = new Term[operands.size()];
    for (int i = 0; i < terms.length; i++) {
      terms[i] =
          compiler.bool(operands.get(i), "an operand of " + (decisive ? "'||'" : "'&&'")).term();
    }
    Failure notBool = compiler.failure(at, "an operand is not a bool");
    Boolean decided = decisive;
    Boolean neutral = !decisive;
    return Code.of(Scalar.BOOL, frame -> chain(frame, terms, notBool, decided, neutral));
  }

  @SuppressWarnings("ReferenceEquality") // operand() gives no Boolean but the two constants
  private static Object chain(
      Frame frame, Term[] terms, Failure notBool, Boolean decided, Boolean neutral) {
    Object undecided = neutral;
    for (Term term : terms) {
      Object value = operand(Term.value(term, frame), notBool);
      if (value == decided) {
        return value;
      }
      undecided = undecided == neutral ? value : undecided;
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

  public static Code not(Compiler compiler, Expr.Not e) throws ConditionSyntaxException {
    Code operand = compiler.bool(e.operand(), "the operand of '!'");
    Term term = operand.term();
    Failure notBool = compiler.failure(e, "the operand of '!' is not a bool");
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object value = operand(Term.value(term, frame), notBool);
          return value instanceof Boolean bool ? (Object) !bool : value;
        });
  }

  public static Code choice(Compiler compiler, Expr.Choice e) throws ConditionSyntaxException {
    Term condition = compiler.bool(e.condition(), "the condition before '?'").term();
    Code then = compiler.compile(e.then());
    Code otherwise = compiler.compile(e.otherwise());
    if (!then.type().overlaps(otherwise.type())) {
      throw compiler.fault(
          e,
          "the two branches have different types: %s and %s"
              .formatted(then.type().text(), otherwise.type().text()));
    }
    Failure notBool = compiler.failure(e, "the condition before '?' is not a bool");
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

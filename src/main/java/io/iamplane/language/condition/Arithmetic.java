package io.iamplane.language.condition;

import java.util.List;

/** The types of {@code + - * / %}; {@link Computation} does the work. */
final class Arithmetic {

  private record Overload(Operator operator, Scalar left, Scalar right, Scalar result) {

    boolean fits(Operator wanted, Code a, Code b) {
      return operator == wanted && a.mayBe(left) && b.mayBe(right);
    }
  }

  private static final List<Overload> OVERLOADS =
      List.of(
          same(Operator.PLUS, Scalar.INT),
          same(Operator.PLUS, Scalar.DOUBLE),
          same(Operator.PLUS, Scalar.STRING),
          same(Operator.PLUS, Scalar.DURATION),
          new Overload(Operator.PLUS, Scalar.TIMESTAMP, Scalar.DURATION, Scalar.TIMESTAMP),
          new Overload(Operator.PLUS, Scalar.DURATION, Scalar.TIMESTAMP, Scalar.TIMESTAMP),
          same(Operator.MINUS, Scalar.INT),
          same(Operator.MINUS, Scalar.DOUBLE),
          same(Operator.MINUS, Scalar.DURATION),
          new Overload(Operator.MINUS, Scalar.TIMESTAMP, Scalar.DURATION, Scalar.TIMESTAMP),
          new Overload(Operator.MINUS, Scalar.TIMESTAMP, Scalar.TIMESTAMP, Scalar.DURATION),
          same(Operator.TIMES, Scalar.INT),
          same(Operator.TIMES, Scalar.DOUBLE),
          same(Operator.DIVIDE, Scalar.INT),
          same(Operator.DIVIDE, Scalar.DOUBLE),
          same(Operator.REMAINDER, Scalar.INT));

  private Arithmetic() {}

  private static Overload same(Operator operator, Scalar type) {
    return new Overload(operator, type, type, type);
  }

  public static Code compile(Compiler compiler, Expr.Binary e) throws ConditionSyntaxException {
    Code left = compiler.compile(e.left());
    Code right = compiler.compile(e.right());
    Type result = result(compiler, e, left, right);
    String symbol = e.operator().symbol();
    Computation computation =
        new Computation(
            e.operator(),
            compiler.failure(e, "'" + symbol + "' cannot be applied to these operands"),
            compiler.failure(e, "the result of '" + symbol + "' is out of range"));
    boolean integers = result == Scalar.INT;
    return Code.of(
        result,
        frame -> {
          Object a = Term.value(left.term(), frame);
          Object b = Term.value(right.term(), frame);
          if (a instanceof Failure || b instanceof Failure) {
            return a instanceof Failure ? a : b;
          }
          return integers ? computation.integers(a, b) : computation.apply(frame, a, b);
        });
  }

  /**
   * A dynamic number is a double, since JSON's are. So an int beside a dynamic operand is refused
   * here rather than failing at every evaluation.
   */
  private static Type result(Compiler compiler, Expr.Binary e, Code left, Code right)
      throws ConditionSyntaxException {
    Type result = null;
    for (Overload overload : OVERLOADS) {
      boolean needless = overload.result() == Scalar.INT && anyDynamic(left, right);
      if (!needless && overload.fits(e.operator(), left, right)) {
        result = result == null ? overload.result() : Type.join(result, overload.result());
      }
    }
    if (result == null) {
      boolean numbers = left.type().isNumber() && right.type().isNumber();
      String hint =
          numbers || anyDynamic(left, right)
              ? "; int and double cannot be mixed, and an undeclared number is a double:"
                  + " write 1.0, convert with int() or double(), or declare the attribute"
              : "";
      throw compiler.fault(
          e,
          "'%s' cannot be applied to %s and %s%s"
              .formatted(
                  e.operator().symbol(), left.type().described(), right.type().described(), hint));
    }
    return result;
  }

  private static boolean anyDynamic(Code left, Code right) {
    return left.type().isDynamic() || right.type().isDynamic();
  }

  public static Code negate(Compiler compiler, Expr.Negate e) throws ConditionSyntaxException {
    Code operand = compiler.compile(e.operand());
    if (!operand.type().isNumber() && !operand.type().isDynamic()) {
      throw compiler.fault(e, "'-' cannot be applied to " + operand.type().described());
    }
    Failure mismatch = compiler.failure(e, "the operand of '-' is not a number");
    Failure range = compiler.failure(e, "the result of '-' is out of range");
    boolean integer = operand.type() == Scalar.INT;
    return Code.of(
        operand.type().isDynamic() ? Scalar.DOUBLE : operand.type(),
        frame -> {
          Object value = Term.value(operand.term(), frame);
          if (value instanceof Failure || !(value instanceof Number number)) {
            return value instanceof Failure ? value : mismatch;
          }
          return integer ? Computation.negated(number.longValue(), range) : -number.doubleValue();
        });
  }
}

package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code < <= > >=} over two numbers, strings, bools, timestamps or durations. */
final class Relations {

  private static final int LESS = 1;
  private static final int SAME = 2;
  private static final int GREATER = 4;

  /** The result of a comparison of values without a common order. */
  private static final int INCOMPARABLE = 3;

  private Relations() {}

  public static Code compile(Compiler compiler, Expr.Binary e) throws ConditionSyntaxException {
    Code left = compiler.compile(e.left());
    Code right = compiler.compile(e.right());
    if (!ordered(left.type()) || !ordered(right.type()) || !left.type().overlaps(right.type())) {
      throw compiler.fault(
          e,
          "'%s' cannot be applied to %s and %s"
              .formatted(e.operator().symbol(), left.type().described(), right.type().described()));
    }
    int accepted = accepted(e.operator());
    Failure mismatch =
        compiler.failure(
            e,
            "'%s' needs two numbers, strings, bools, timestamps or durations"
                .formatted(e.operator().symbol()));
    if (right.constant() instanceof Number number) {
      return Code.of(Scalar.BOOL, withNumber(left.term(), number, accepted, mismatch));
    }
    Failure exhausted = compiler.exhausted(e);
    return Code.of(
        Scalar.BOOL,
        frame -> {
          Object a = Term.value(left.term(), frame);
          Object b = Term.value(right.term(), frame);
          if (a instanceof Failure || b instanceof Failure) {
            return a instanceof Failure ? a : b;
          }
          return affordable(frame, a, b) ? test(a, b, accepted, mismatch) : exhausted;
        });
  }

  private static boolean affordable(Frame frame, @Nullable Object a, @Nullable Object b) {
    return !(a instanceof String x)
        || !(b instanceof String y)
        || frame.spendText(Math.min(x.length(), y.length()));
  }

  private static Term withNumber(Term term, Number constant, int accepted, Failure mismatch) {
    double rounded = constant.doubleValue();
    boolean exact = Numbers.compare(constant, (Number) rounded) == 0;
    return frame -> {
      Object value = Term.value(term, frame);
      if (exact && value instanceof Double number) {
        return accepts(accepted, Numbers.compare(number.doubleValue(), rounded));
      }
      return value instanceof Failure ? value : test(value, constant, accepted, mismatch);
    };
  }

  private static Object test(
      @Nullable Object a, @Nullable Object b, int accepted, Failure mismatch) {
    int order = compare(a, b);
    return order == INCOMPARABLE ? mismatch : (Object) accepts(accepted, order);
  }

  /** False comes before true. -1, 0, 1, {@link Numbers#UNORDERED} or {@link #INCOMPARABLE}. */
  private static int compare(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Number x && b instanceof Number y) {
      return Numbers.compare(x, y);
    }
    if (a instanceof String x && b instanceof String y) {
      return Integer.signum(compareText(x, y));
    }
    if (a instanceof Instant x && b instanceof Instant y) {
      return Integer.signum(x.compareTo(y));
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return Integer.signum(x.compareTo(y));
    }
    return a instanceof Boolean x && b instanceof Boolean y ? Boolean.compare(x, y) : INCOMPARABLE;
  }

  /** Compares by code point, which differs from {@link String#compareTo} above U+FFFF. */
  private static int compareText(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean sameKind = Character.isSurrogate(x) == Character.isSurrogate(y);
        return sameKind ? x - y : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  /** Orders are bits: an unordered pair (NaN) matches none of the accepted ones. */
  private static boolean accepts(int accepted, int order) {
    return (accepted & (1 << (order + 1))) != 0;
  }

  private static boolean ordered(Type type) {
    return type.isDynamic()
        || type.isNumber()
        || type == Scalar.STRING
        || type == Scalar.BOOL
        || type == Scalar.TIMESTAMP
        || type == Scalar.DURATION;
  }

  private static int accepted(Operator operator) {
    return switch (operator) {
      case LESS -> LESS;
      case LESS_EQUAL -> LESS | SAME;
      case GREATER -> GREATER;
      case GREATER_EQUAL -> GREATER | SAME;
      case EQUAL, NOT_EQUAL, IN, PLUS, MINUS, TIMES, DIVIDE, REMAINDER -> 0;
    };
  }
}

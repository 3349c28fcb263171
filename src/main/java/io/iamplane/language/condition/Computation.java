package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One arithmetic operation on values. Integers never wrap around; doubles follow IEEE 754. */
record Computation(Operator operator, Failure mismatch, Failure range) {

  /** Both operands are known to be integers, unless an attribute is null. */
  Object integers(@Nullable Object a, @Nullable Object b) {
    return a instanceof Long x && b instanceof Long y ? integers((long) x, (long) y) : mismatch;
  }

  private Object integers(long x, long y) {
    boolean byZero = y == 0;
    return switch (operator) {
      case PLUS -> overflows(x, y, x + y) ? range : (Object) (x + y);
      case MINUS -> overflows(x, ~y, x - y) ? range : (Object) (x - y);
      case TIMES -> product(x, y);
      case DIVIDE -> byZero || (x == Long.MIN_VALUE && y == -1) ? range : (Object) (x / y);
      case REMAINDER -> byZero || (x == Long.MIN_VALUE && y == -1) ? range : (Object) (x % y);
      case EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, IN -> mismatch;
    };
  }

  /** Two summands of one sign make a sum of that sign; for a difference the second is inverted. */
  private static boolean overflows(long x, long y, long sum) {
    return (x ^ y) >= 0 && (x ^ sum) < 0;
  }

  private Object product(long x, long y) {
    long product = x * y;
    return Math.multiplyHigh(x, y) == product >> 63 ? (Object) product : range;
  }

  static Object negated(long value, Failure range) {
    return value == Long.MIN_VALUE ? range : (Object) (-value);
  }

  Object apply(Frame frame, @Nullable Object a, @Nullable Object b) {
    if (a instanceof Number x && b instanceof Number y) {
      return doubles(x.doubleValue(), y.doubleValue());
    }
    if (a instanceof String x && b instanceof String y && operator == Operator.PLUS) {
      long length = (long) x.length() + y.length();
      return length > ConditionLimits.TEXT_LENGTH || !frame.spendText(length) ? range : x.concat(y);
    }
    Object result = operator == Operator.PLUS ? sum(a, b) : difference(a, b);
    return result == null ? range : result;
  }

  private Object doubles(double x, double y) {
    return switch (operator) {
      case PLUS -> x + y;
      case MINUS -> x - y;
      case TIMES -> x * y;
      case DIVIDE -> x / y;
      case REMAINDER, EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, IN -> mismatch;
    };
  }

  private @Nullable Object sum(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Duration x && b instanceof Duration y) {
      return Durations.plus(x, y);
    }
    if (a instanceof Instant x && b instanceof Duration y) {
      return Times.plus(x, y);
    }
    return a instanceof Duration x && b instanceof Instant y ? Times.plus(y, x) : mismatch;
  }

  private @Nullable Object difference(@Nullable Object a, @Nullable Object b) {
    if (operator != Operator.MINUS) {
      return mismatch;
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return Durations.plus(x, y.negated());
    }
    if (a instanceof Instant x && b instanceof Instant y) {
      return Durations.inRange(Duration.between(y, x));
    }
    return a instanceof Instant x && b instanceof Duration y
        ? Times.plus(x, y.negated())
        : mismatch;
  }
}

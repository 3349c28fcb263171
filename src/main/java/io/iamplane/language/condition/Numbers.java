package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/** Integers and doubles on one number line, compared exactly, without boxing. */
final class Numbers {

  /** The result of {@link #compare} if an operand is not a number (NaN). */
  public static final int UNORDERED = 2;

  private static final double TWO_TO_63 = 0x1p63;

  private Numbers() {}

  public static boolean isInteger(Number number) {
    return number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte;
  }

  /** -1, 0, 1, or {@link #UNORDERED}. */
  public static int compare(Number a, Number b) {
    boolean first = isInteger(a);
    boolean second = isInteger(b);
    if (first) {
      return second
          ? Long.compare(a.longValue(), b.longValue())
          : compare(a.longValue(), b.doubleValue());
    }
    return second
        ? reversed(compare(b.longValue(), a.doubleValue()))
        : compare(a.doubleValue(), b.doubleValue());
  }

  private static int reversed(int order) {
    return order == UNORDERED ? UNORDERED : -order;
  }

  /** By IEEE 754: the zeros are equal and NaN is unordered. */
  public static int compare(double a, double b) {
    return a < b ? -1 : a > b ? 1 : a == b ? 0 : UNORDERED;
  }

  /** Exact: no rounding of the integer to a double. */
  public static int compare(long a, double b) {
    if (b >= TWO_TO_63) {
      return -1;
    }
    if (b < -TWO_TO_63) {
      return 1;
    }
    if (Double.isNaN(b)) {
      return UNORDERED;
    }
    long whole = (long) b;
    return a == whole ? compare((double) whole, b) : Long.compare(a, whole);
  }

  /** The number as a 64-bit integer when it is one, else null. */
  public static @Nullable Long exactInteger(Number number) {
    if (isInteger(number)) {
      return number.longValue();
    }
    double value = number.doubleValue();
    return value == Math.rint(value) ? truncated(value) : null;
  }

  /** Rounded toward zero; null when not within -2^63 and 2^63, both excluded as in CEL, or NaN. */
  public static @Nullable Long truncated(double value) {
    return value > -TWO_TO_63 && value < TWO_TO_63 ? Long.valueOf((long) value) : null;
  }
}

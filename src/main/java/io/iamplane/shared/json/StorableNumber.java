package io.iamplane.shared.json;

/** The numbers that {@code jsonb} keeps, and RFC 8785 writes, as they were sent. */
public final class StorableNumber {

  /** Beyond it a double, and hence RFC 8785, does not tell neighbours apart (RFC 7493, 2.2). */
  private static final double MAX = 9_007_199_254_740_991.0;

  /** {@code jsonb} writes numbers without exponent: a smaller one would be a long row of zeros. */
  private static final double MIN = 1e-15;

  private StorableNumber() {}

  /** Returns true for 0, and for a number of a size in between. */
  public static boolean is(double number) {
    double size = Math.abs(number);
    return size == 0 || (size >= MIN && size <= MAX);
  }
}

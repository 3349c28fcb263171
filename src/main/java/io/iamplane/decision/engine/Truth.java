package io.iamplane.decision.engine;

/**
 * Three values of truth, as ints because they are compared and combined in the innermost loops: and
 * is the minimum, or the maximum, not is {@code TRUE - x}. An error never becomes true by being
 * negated, so it can never allow more.
 */
final class Truth {

  public static final int FALSE = 0;
  public static final int ERROR = 1;
  public static final int TRUE = 2;

  private Truth() {}
}

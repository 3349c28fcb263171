package io.iamplane.shared;

import java.util.function.IntUnaryOperator;

/** Removes expired rows in portions, so that no statement holds many rows for long. */
public final class ExpiredRows {

  /** Rows of one statement. */
  public static final int PORTION = 1_000;

  /** Portions of one run, so that it ends; the rest waits for the next run. */
  private static final int PORTIONS = 100;

  private ExpiredRows() {}

  /**
   * Removes portions until one is not full.
   *
   * @param remove removes at most so many rows in a transaction of its own, and returns how many
   * @return how many were removed
   */
  public static int remove(IntUnaryOperator remove) {
    int all = 0;
    for (int i = 0; i < PORTIONS; i++) {
      int removed = remove.applyAsInt(PORTION);
      all += removed;
      if (removed < PORTION) {
        return all;
      }
    }
    return all;
  }
}

package io.iamplane.decision.engine;

import java.util.Arrays;

/**
 * The known answers of one relation walk. A goal is open during its evaluation; meeting it again
 * then closes a cycle. Its answer is final or tentative: false under the assumption that some goal
 * still open is false.
 *
 * <p>Tentative answers serve while that assumption stands. They are listed in the order of their
 * making. If an open goal is finally false, the answers made under it become final; otherwise they
 * are dropped. See {@code docs/adr/0003-decision-engine.md}.
 */
final class Goals {

  private static final int OPEN = 1;
  private static final int FINAL = 2;
  private static final int TENTATIVE = 3;

  private final LongTable records = new LongTable();
  private long[] tentative = new long[64];
  private int tentativeCount;

  void clear() {
    records.clear();
    tentativeCount = 0;
  }

  int capacity() {
    return records.capacity();
  }

  /** The record of a goal; {@link LongTable#ABSENT} when nothing is known. */
  long record(long goal) {
    return records.get(goal);
  }

  void restore(long goal, long record) {
    records.put(goal, record);
  }

  static boolean isOpen(long record) {
    return (record & 3) == OPEN;
  }

  static boolean isFinal(long record) {
    return (record & 3) == FINAL;
  }

  static boolean isTentative(long record) {
    return (record & 3) == TENTATIVE;
  }

  static int truth(long record) {
    return (int) (record >>> 2) & 3;
  }

  /** The number of exclusions on the way to the goal at the time of the record. */
  static int exclusions(long record) {
    return (int) (record >>> 4) & 0xFF_FFFF;
  }

  /** An open goal's place on the way. */
  static int index(long record) {
    return (int) (record >>> 28) & 0xFF_FFFF;
  }

  /**
   * The number of objects between an answered goal and the farthest one that its answer rests on.
   */
  static int height(long record) {
    return (int) (record >>> 28) & 0xFF_FFFF;
  }

  void open(long goal, int index, int exclusions) {
    records.put(goal, OPEN | (long) exclusions << 4 | (long) index << 28);
  }

  void settle(long goal, int truth, int height) {
    records.put(goal, FINAL | (long) truth << 2 | (long) height << 28);
  }

  void assume(long goal, int exclusions, int height) {
    records.put(
        goal, TENTATIVE | (long) Truth.FALSE << 2 | (long) exclusions << 4 | (long) height << 28);
    if (tentativeCount == tentative.length) {
      tentative = Arrays.copyOf(tentative, tentativeCount * 2);
    }
    tentative[tentativeCount++] = goal;
  }

  /** Returns the number of tentative answers, an argument for the two methods below. */
  int mark() {
    return tentativeCount;
  }

  void confirmSince(int mark) {
    while (tentativeCount > mark) {
      long goal = tentative[--tentativeCount];
      long record = records.get(goal);
      if (isTentative(record)) {
        settle(goal, Truth.FALSE, height(record));
      }
    }
  }

  void dropSince(int mark) {
    while (tentativeCount > mark) {
      long goal = tentative[--tentativeCount];
      if (isTentative(records.get(goal))) {
        records.put(goal, LongTable.ABSENT);
      }
    }
  }
}

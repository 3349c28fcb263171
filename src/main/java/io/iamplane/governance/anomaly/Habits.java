package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * The hours of a subject's week: in how many weeks it was active in each of the 168. Some 400
 * bytes.
 */
final class Habits {

  private static final int HOURS = 24;
  private static final int DAYS = 7;
  private static final int WEEKEND = 5;

  /** Before that, nothing is unusual. */
  private static final int LEAST_WEEKS = 4;

  /** The first of January 1970 was a Thursday. */
  private static final int FIRST_DAY = 3;

  private final byte[] weeks = new byte[DAYS * HOURS];
  private final BitSet thisWeek = new BitSet(DAYS * HOURS);
  private long week = Long.MIN_VALUE;
  private int observed;

  /** Takes note of an hour, counted from 1970. */
  void active(long hour) {
    long present = Math.floorDiv(hour / HOURS + FIRST_DAY, DAYS);
    if (present > week) {
      endWeek();
      week = present;
    }
    thisWeek.set(slot(hour));
  }

  private void endWeek() {
    if (thisWeek.isEmpty()) {
      return;
    }
    if (observed == Byte.MAX_VALUE) {
      // What was long ago counts half.
      observed /= 2;
      for (int i = 0; i < weeks.length; i++) {
        weeks[i] = (byte) (weeks[i] / 2);
      }
    }
    observed++;
    thisWeek.stream().forEach(slot -> weeks[slot]++);
    thisWeek.clear();
  }

  /**
   * Returns true if the subject was never active in an hour of the day, or the hours beside it, on
   * days of its kind: a working day or a weekend.
   */
  boolean isUnusual(long hour) {
    if (observed < LEAST_WEEKS) {
      return false;
    }
    boolean weekend = slot(hour) / HOURS >= WEEKEND;
    for (int beside = -1; beside <= 1; beside++) {
      int hourOfDay = Math.floorMod(hour + beside, HOURS);
      int from = weekend ? WEEKEND : 0;
      int until = weekend ? DAYS : WEEKEND;
      for (int day = from; day < until; day++) {
        if (weeks[day * HOURS + hourOfDay] > 0) {
          return false;
        }
      }
    }
    return true;
  }

  void write(DataOutput to) throws IOException {
    to.write(weeks);
    BitSets.write(thisWeek, to);
    to.writeLong(week);
    to.writeInt(observed);
  }

  void read(DataInput from) throws IOException {
    from.readFully(weeks);
    BitSets.read(thisWeek, from);
    week = from.readLong();
    observed = from.readInt();
  }

  int observedWeeks() {
    return observed;
  }

  private static int slot(long hour) {
    int day = Math.floorMod(hour / HOURS + FIRST_DAY, DAYS);
    return day * HOURS + Math.floorMod(hour, HOURS);
  }
}

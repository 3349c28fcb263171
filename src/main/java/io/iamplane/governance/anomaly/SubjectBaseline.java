package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/** The usual activity of one subject, and its activity in the present windows. Some kilobytes. */
final class SubjectBaseline {

  /** The weight of a day in the average. */
  private static final double WEIGHT = 0.1;

  /** The most days by which a long known subject outlives one known for a day. */
  private static final int MOST_DAYS = 60;

  /** The mark of the first refused sign-in of a day, after those of the types of signals. */
  private static final int REFUSALS = 64;

  private static final long FIVE_MINUTES = 300;
  private static final long HOUR = 3_600;
  private static final long DAY = 86_400;

  final int number;
  final Habits habits = new Habits();
  final Window denialsOfHour = new Window(HOUR);
  final Window denialsOfDay = new Window(DAY);
  final Window rate = new Window(FIVE_MINUTES);
  final Window hour = new Window(HOUR);
  final Window changesOfHour = new Window(HOUR);

  /** The permissions that it was permitted, by their numbers. */
  final BitSet used = new BitSet();

  private long day = Long.MIN_VALUE;
  private long lastDay = Long.MIN_VALUE;
  private int days;
  private double usualDenials = 1;
  private double usualRate;
  private double usualChanges;
  private int denials;
  private int changes;
  private int unusual;
  private double unusualScore;
  private final BitSet raised = new BitSet();

  SubjectBaseline(int number) {
    this.number = number;
  }

  /** Enters a day, unless it is over, and updates the average by the last one. */
  void enter(long present) {
    if (present <= day) {
      // Of the present one, or late.
      return;
    }
    if (day != Long.MIN_VALUE) {
      days++;
      usualDenials += WEIGHT * (Math.min(denials, 10 * usualDenials + 5) - usualDenials);
      usualChanges += WEIGHT * (Math.min(changes, 10 * usualChanges + 20) - usualChanges);
      int largest = rate.takeLargest();
      usualRate = Math.max(usualRate * (1 - WEIGHT), Math.min(largest, 2 * usualRate + 20));
    }
    lastDay = day;
    day = present;
    denials = 0;
    changes = 0;
    unusual = 0;
    unusualScore = 0;
    raised.clear();
  }

  /** The number of days since it was last seen, before the present one; 0 on the first. */
  long daysAway() {
    return lastDay == Long.MIN_VALUE ? 0 : day - lastDay;
  }

  /** On how many days it was seen before. */
  int days() {
    return days;
  }

  void denied() {
    denials++;
  }

  void changed() {
    changes++;
  }

  double usualDenials() {
    return usualDenials;
  }

  double usualRate() {
    return usualRate;
  }

  double usualChanges() {
    return usualChanges;
  }

  /** Counts an activity unlike its peers today. */
  void unlikePeers(double score) {
    unusual++;
    unusualScore += score;
  }

  int unusual() {
    return unusual;
  }

  double unusualScore() {
    return unusualScore;
  }

  /**
   * Counts a refused sign-in of today, up to a number; returns true once it is reached. Each is a
   * mark beside those of the signals, so that a state has the form that earlier releases read.
   */
  boolean refused(int many) {
    int next = Math.min(raised.nextClearBit(REFUSALS), REFUSALS + many - 1);
    raised.set(next);
    return next == REFUSALS + many - 1;
  }

  /** Marks a signal of a type as raised today; returns false if it was already. */
  boolean raise(SignalType type) {
    boolean first = !raised.get(type.ordinal());
    raised.set(type.ordinal());
    return first;
  }

  boolean isRaised(SignalType type) {
    return raised.get(type.ordinal());
  }

  /**
   * The cost of forgetting it: the last day on which it was seen, and a day more for each day
   * before, unless it was never permitted anything and changed nothing.
   */
  long worth() {
    boolean stranger = used.isEmpty() && changes == 0 && usualChanges == 0;
    return day + (stranger ? 0 : Math.min(days, MOST_DAYS));
  }

  void write(DataOutput to) throws IOException {
    habits.write(to);
    for (Window window : windows()) {
      window.write(to);
    }
    BitSets.write(used, to);
    to.writeLong(day);
    to.writeLong(lastDay);
    to.writeInt(days);
    to.writeDouble(usualDenials);
    to.writeDouble(usualRate);
    to.writeDouble(usualChanges);
    to.writeInt(denials);
    to.writeInt(changes);
    to.writeInt(unusual);
    to.writeDouble(unusualScore);
    BitSets.write(raised, to);
  }

  /** Reads a baseline from its bytes, with a number of the reader's. */
  static SubjectBaseline read(int number, DataInput from) throws IOException {
    SubjectBaseline read = new SubjectBaseline(number);
    read.habits.read(from);
    for (Window window : read.windows()) {
      window.read(from);
    }
    BitSets.read(read.used, from);
    read.day = from.readLong();
    read.lastDay = from.readLong();
    read.days = from.readInt();
    read.usualDenials = from.readDouble();
    read.usualRate = from.readDouble();
    read.usualChanges = from.readDouble();
    read.denials = from.readInt();
    read.changes = from.readInt();
    read.unusual = from.readInt();
    read.unusualScore = from.readDouble();
    BitSets.read(read.raised, from);
    return read;
  }

  private List<Window> windows() {
    return List.of(denialsOfHour, denialsOfDay, rate, hour, changesOfHour);
  }
}

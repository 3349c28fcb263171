package io.iamplane.governance.anomaly;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The denials of all subjects of an organization, hour by hour of working days and weekends. */
final class OrganizationBaseline {

  private static final int HOURS = 24;
  private static final int FIRST_DAY = 3;
  private static final int WEEKEND = 5;
  private static final double WEIGHT = 0.1;
  private static final double LEAST_SURPRISE = 9;

  private final double[] usual = new double[2 * HOURS];
  private final int[] seen = new int[2 * HOURS];
  private long hour = Long.MIN_VALUE;
  private int denials;
  private boolean raised;

  /** Enters an hour, counted from 1970, unless it is over. */
  void enter(long present) {
    if (present <= hour) {
      // Of the present one, or late.
      return;
    }
    if (hour != Long.MIN_VALUE) {
      int slot = slot(hour);
      double weight = Math.max(WEIGHT, 1.0 / ++seen[slot]);
      usual[slot] += weight * (Math.min(denials, 3 * usual[slot] + 20) - usual[slot]);
    }
    hour = present;
    denials = 0;
    raised = false;
  }

  /** Counts a denial; a signal when there are too many for the hour. */
  @Nullable Signal denied(Observation denial) {
    denials++;
    int slot = slot(hour);
    double mean = 1.5 * usual[slot] + 10;
    if (raised || seen[slot] < WEEKEND || denials < 2 * mean) {
      return null;
    }
    double surprise = Poisson.surprise(denials, mean);
    if (surprise < LEAST_SURPRISE) {
      return null;
    }
    raised = true;
    return new Signal(
        SignalType.DENIAL_SPIKE,
        Signal.ORGANIZATION,
        denial.at(),
        surprise,
        List.of(
            ("%d denials within an hour, not counting subjects with a denial signal of their own; the"
                    + " usual number at that hour is %.0f")
                .formatted(denials, usual[slot])));
  }

  void write(DataOutput to) throws IOException {
    for (int i = 0; i < usual.length; i++) {
      to.writeDouble(usual[i]);
      to.writeInt(seen[i]);
    }
    to.writeLong(hour);
    to.writeInt(denials);
    to.writeBoolean(raised);
  }

  void read(DataInput from) throws IOException {
    for (int i = 0; i < usual.length; i++) {
      usual[i] = from.readDouble();
      seen[i] = from.readInt();
    }
    hour = from.readLong();
    denials = from.readInt();
    raised = from.readBoolean();
  }

  private static int slot(long hour) {
    int day = Math.floorMod(hour / HOURS + FIRST_DAY, 7);
    return (day >= WEEKEND ? HOURS : 0) + Math.floorMod(hour, HOURS);
  }
}

package io.iamplane.governance.anomaly;

import java.util.EnumMap;
import java.util.Map;

/**
 * Limits the signals of a day that become alerts, so that rare is not the same as alarming. The
 * rest of a day's budget is kept for the most unlikely signals, and one type takes no more than
 * half: many signals of one type hide none of another. The two types of copied credentials are one
 * here: people who are at odds with their organization can raise both about themselves.
 */
public final class AlertBudget {

  private static final long DAY = 86_400;
  private static final double STRONG = 12;

  private final int most;
  private final Map<SignalType, Integer> taken;
  private final Map<SignalType, Integer> spent = new EnumMap<>(SignalType.class);
  private long day = Long.MIN_VALUE;

  /** Allows {@code most} alerts of a day, in UTC, with those that there are already by type. */
  AlertBudget(int most, Map<SignalType, Integer> taken) {
    this.most = most;
    this.taken = Map.copyOf(taken);
  }

  /** Returns true if a signal becomes an alert. */
  public boolean take(Signal signal) {
    long present = Math.floorDiv(signal.at().getEpochSecond(), DAY);
    if (present != day) {
      day = present;
      spent.clear();
      taken.forEach((type, alerts) -> spent.merge(shared(type), alerts, Integer::sum));
    }
    int all = spent.values().stream().mapToInt(Integer::intValue).sum();
    boolean kept = all >= most - most / 3 && signal.score() < STRONG;
    boolean many = spent.getOrDefault(shared(signal.type()), 0) >= (most + 1) / 2;
    if (all >= most || kept || many) {
      return false;
    }
    spent.merge(shared(signal.type()), 1, Integer::sum);
    return true;
  }

  private static SignalType shared(SignalType type) {
    return type == SignalType.CREDENTIAL_REUSED ? SignalType.REFRESH_TOKEN_REUSED : type;
  }
}

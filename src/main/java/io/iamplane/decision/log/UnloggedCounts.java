package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Denials that found no room in the buffer, counted: nothing vanishes. What this takes grows with
 * tenants, reasons and minutes, not with requests.
 */
final class UnloggedCounts {

  /** Beyond these a minute is counted as the first of its hour. */
  private static final int MINUTES = 100_000;

  private static final int HOUR = 60;

  private final Map<Kind, Long> counts = new ConcurrentHashMap<>();
  private final LongAdder all = new LongAdder();

  private record Kind(OrganizationId organization, long minute, ReasonCode reason) {}

  void add(OrganizationId organization, Instant at, ReasonCode reason) {
    all.increment();
    long minute = LoggedDecision.minute(at);
    if (counts.size() >= MINUTES) {
      minute -= Math.floorMod(minute, HOUR);
    }
    counts.merge(new Kind(organization, minute, reason), 1L, Long::sum);
  }

  /** What was counted since the last time. */
  List<DecisionCount> take() {
    List<DecisionCount> taken = new ArrayList<>();
    for (Kind kind : counts.keySet()) {
      Long number = counts.remove(kind);
      if (number != null) {
        taken.add(
            new DecisionCount(
                kind.organization(), kind.minute(), "", "", kind.reason(), false, number));
      }
    }
    return taken;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** How many there were since the process started. */
  long all() {
    return all.sum();
  }
}

package io.iamplane.decision.log;

import io.iamplane.catalog.controlplane.ControlPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts of decisions that wait to be written, such as denials without room in the log's buffer:
 * none is lost. The memory grows with tenants, keys, reasons and minutes, not with requests.
 */
final class CountBuffer {

  /** Beyond these a minute is counted as the first of its hour, and without the policy's names. */
  private static final int MINUTES = 100_000;

  private static final int HOUR = 60;

  /** The numbers by their kind, which is a count with the number 0. */
  private final Map<DecisionCount, Long> counts = new ConcurrentHashMap<>();

  void add(DecisionCount count) {
    DecisionCount kind = counts.size() < MINUTES ? count : coarse(count);
    counts.merge(kind.numbered(0), count.number(), Long::sum);
  }

  /** With fewer that differ. The control plane's own are no application's, nor added to them. */
  private static DecisionCount coarse(DecisionCount count) {
    return new DecisionCount(
        count.organization(),
        count.minute() - Math.floorMod(count.minute(), HOUR),
        count.application().equals(ControlPlane.APPLICATION) ? count.application() : "",
        "",
        count.reason(),
        count.logged(),
        count.number());
  }

  List<DecisionCount> take() {
    List<DecisionCount> taken = new ArrayList<>();
    for (DecisionCount kind : counts.keySet()) {
      Long number = counts.remove(kind);
      if (number != null) {
        taken.add(kind.numbered(number));
      }
    }
    return taken;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }
}

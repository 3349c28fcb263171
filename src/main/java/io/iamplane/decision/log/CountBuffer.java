package io.iamplane.decision.log;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;
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

  private final Map<Kind, Long> counts = new ConcurrentHashMap<>();

  private record Kind(
      OrganizationId organization,
      long minute,
      String application,
      String key,
      ReasonCode reason,
      boolean logged) {

    /** With fewer that differ. The control plane's own are no application's, nor added to them. */
    Kind coarse() {
      String own = application.equals(ControlPlane.APPLICATION) ? application : "";
      return new Kind(organization, minute - Math.floorMod(minute, HOUR), own, "", reason, logged);
    }

    DecisionCount count(long number) {
      return new DecisionCount(organization, minute, application, key, reason, logged, number);
    }
  }

  void add(DecisionCount count) {
    Kind kind =
        new Kind(
            count.organization(),
            count.minute(),
            count.application(),
            count.key(),
            count.reason(),
            count.logged());
    counts.merge(counts.size() < MINUTES ? kind : kind.coarse(), count.number(), Long::sum);
  }

  List<DecisionCount> take() {
    List<DecisionCount> taken = new ArrayList<>();
    for (Kind kind : counts.keySet()) {
      Long number = counts.remove(kind);
      if (number != null) {
        taken.add(kind.count(number));
      }
    }
    return taken;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }
}

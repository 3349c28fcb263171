package io.iamplane.decision.kafka;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.iamplane.decision.log.DecisionCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Corrects counts of decisions when the topic refuses some. */
final class RefusedCounts {

  private RefusedCounts() {}

  /**
   * Counts refused decisions as not in the log.
   *
   * @param refused one for each decision, of a kind that is among all
   */
  static List<DecisionCount> within(List<DecisionCount> all, List<DecisionCount> refused) {
    if (refused.isEmpty()) {
      return all;
    }
    Map<DecisionCount, Long> kinds = refused.stream().collect(groupingBy(each -> each, counting()));
    List<DecisionCount> counts = new ArrayList<>();
    for (DecisionCount each : all) {
      long logged = each.number() - kinds.getOrDefault(each.of(1), 0L);
      if (logged > 0) {
        counts.add(each.of(logged));
      }
    }
    kinds.forEach((kind, number) -> counts.add(kind.unlogged().of(number)));
    return counts;
  }
}

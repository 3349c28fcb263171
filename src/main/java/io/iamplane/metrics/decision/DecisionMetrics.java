package io.iamplane.metrics.decision;

import io.iamplane.database.Transactions;
import io.iamplane.decision.log.Outcome;
import io.iamplane.metrics.decision.CountStore.Total;
import io.iamplane.metrics.decision.DecisionMetricsView.PointView;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.shared.metric.WindowView;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads how many decisions there were, from one moment of the database. */
@Singleton
class DecisionMetrics {

  /** The maximum number of names in an answer. */
  private static final int NAMES = 20;

  private final CountStore counts;
  private final Transactions transactions;

  DecisionMetrics(CountStore counts, Transactions transactions) {
    this.counts = counts;
    this.transactions = transactions;
  }

  /**
   * @param application the key; null for all but the control plane's own decisions
   */
  DecisionMetricsView of(
      OrganizationId organization, MetricsWindow window, @Nullable String application) {
    return transactions.callOnSnapshot(() -> {
      counts.readPlainly();
      return view(
          window,
          counts.totals(organization, window, application),
          counts.topDenied(organization, window, application, NAMES));
    });
  }

  private static DecisionMetricsView view(
      MetricsWindow window, List<Total> totals, Map<String, Long> topDenied) {
    Map<Outcome, Long> all = sums();
    Map<String, Long> byReason = new TreeMap<>();
    Map<Instant, Map<Outcome, Long>> points = new TreeMap<>();
    long unlogged = 0;
    for (Total total : totals) {
      Outcome outcome = Outcome.of(total.reason());
      all.merge(outcome, total.number(), Long::sum);
      byReason.merge(total.reason().wire(), total.number(), Long::sum);
      points.computeIfAbsent(total.start(), _ -> sums()).merge(outcome, total.number(), Long::sum);
      unlogged += total.unlogged();
    }
    long total = all.values().stream().mapToLong(Long::longValue).sum();
    List<PointView> series = new ArrayList<>();
    points.forEach((start, sums) ->
        series.add(
            new PointView(
                start,
                sum(sums, Outcome.ALLOW),
                sum(sums, Outcome.DENY),
                sum(sums, Outcome.STEP_UP))));
    return new DecisionMetricsView(
        WindowView.of(window),
        total,
        sum(all, Outcome.ALLOW),
        sum(all, Outcome.DENY),
        sum(all, Outcome.STEP_UP),
        rate(sum(all, Outcome.DENY), total),
        rate(sum(all, Outcome.STEP_UP), total),
        unlogged,
        byReason,
        topDenied,
        series);
  }

  private static Map<Outcome, Long> sums() {
    return new EnumMap<>(Outcome.class);
  }

  private static long sum(Map<Outcome, Long> sums, Outcome outcome) {
    return sums.getOrDefault(outcome, 0L);
  }

  private static double rate(long part, long total) {
    return total == 0 ? 0 : (double) part / total;
  }
}

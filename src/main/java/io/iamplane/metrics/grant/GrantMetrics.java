package io.iamplane.metrics.grant;

import io.iamplane.chain.EventType;
import io.iamplane.database.Transactions;
import io.iamplane.governance.leastprivilege.use.GrantUseQuery;
import io.iamplane.metrics.audit.AuditCounting;
import io.iamplane.metrics.grant.GrantFigures.Standing;
import io.iamplane.metrics.grant.GrantMetricsView.ChangesView;
import io.iamplane.metrics.grant.GrantMetricsView.PointView;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.shared.metric.WindowView;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Reads the figures of an organization's grants, from one moment of the database. */
@Singleton
class GrantMetrics {

  private static final String GRANTED = EventType.GRANT_CREATED.wire();
  private static final String REVOKED = EventType.GRANT_REVOKED.wire();

  private final GrantFigures figures;
  private final AuditCounting counting;
  private final GrantUseQuery uses;
  private final Transactions transactions;
  private final Clock clock;

  GrantMetrics(
      GrantFigures figures,
      AuditCounting counting,
      GrantUseQuery uses,
      Transactions transactions,
      Clock clock) {
    this.figures = figures;
    this.counting = counting;
    this.uses = uses;
    this.transactions = transactions;
    this.clock = clock;
  }

  GrantMetricsView of(OrganizationId organization, MetricsWindow window) {
    Instant now = clock.instant();
    return transactions.callOnSnapshot(() -> {
      Standing standing = figures.standing(organization, now);
      OptionalLong stale = uses.stale(organization);
      return new GrantMetricsView(
          standing.active(),
          standing.revoked(),
          standing.expired(),
          standing.privileged(),
          standing.topPrivileged(),
          stale.isPresent() ? stale.getAsLong() : null,
          changes(organization, window, now));
    });
  }

  private ChangesView changes(OrganizationId organization, MetricsWindow window, Instant now) {
    Map<String, Map<Instant, Long>> counts =
        counting.of(organization, window, Set.of(GRANTED, REVOKED));
    Map<Instant, Long> granted = counts.getOrDefault(GRANTED, Map.of());
    Map<Instant, Long> revoked = counts.getOrDefault(REVOKED, Map.of());
    Map<Instant, Long> expired = figures.expired(organization, window, now);
    Set<Instant> starts = new TreeSet<>(granted.keySet());
    starts.addAll(revoked.keySet());
    starts.addAll(expired.keySet());
    List<PointView> series = new ArrayList<>();
    for (Instant start : starts) {
      series.add(new PointView(start, at(granted, start), at(revoked, start), at(expired, start)));
    }
    return new ChangesView(
        WindowView.of(window),
        series.stream().mapToLong(PointView::granted).sum(),
        series.stream().mapToLong(PointView::revoked).sum(),
        series.stream().mapToLong(PointView::expired).sum(),
        series);
  }

  private static long at(Map<Instant, Long> counts, Instant start) {
    return counts.getOrDefault(start, 0L);
  }
}

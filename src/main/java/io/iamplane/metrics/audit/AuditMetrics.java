package io.iamplane.metrics.audit;

import io.iamplane.audit.verification.FindingService;
import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.EventType;
import io.iamplane.chain.RiskLevel;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.database.Transactions;
import io.iamplane.metrics.audit.AuditMetricsView.IntegrityView;
import io.iamplane.metrics.audit.IntegrityReader.Verified;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.shared.metric.WindowView;
import io.iamplane.webhook.worker.QueueFigures;
import io.iamplane.webhook.worker.QueueFigures.Figures;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the figures of an organization's audit log, from one moment of the database. */
@Singleton
class AuditMetrics {

  /** The highest number of names in an answer. */
  private static final int NAMES = 20;

  private static final Map<String, RiskLevel> RISKS =
      Arrays.stream(EventType.values()).collect(Collectors.toMap(EventType::wire, EventType::risk));

  private final AuditCounting counting;
  private final CheckpointReader checkpoints;
  private final IntegrityReader integrity;
  private final FindingService findings;
  private final QueueFigures queue;
  private final Transactions transactions;

  AuditMetrics(
      AuditCounting counting,
      CheckpointReader checkpoints,
      IntegrityReader integrity,
      FindingService findings,
      QueueFigures queue,
      Transactions transactions) {
    this.counting = counting;
    this.checkpoints = checkpoints;
    this.integrity = integrity;
    this.findings = findings;
    this.queue = queue;
    this.transactions = transactions;
  }

  AuditMetricsView of(OrganizationId organization, MetricsWindow window) {
    return transactions.callOnSnapshot(() -> read(organization, window));
  }

  private AuditMetricsView read(OrganizationId organization, MetricsWindow window) {
    Map<String, Long> byType = new TreeMap<>();
    Map<String, Long> byRisk = new LinkedHashMap<>();
    for (RiskLevel level : RiskLevel.values()) {
      byRisk.put(level.wire(), 0L);
    }
    long total = 0;
    for (AuditCountStore.Count count : counting.counts(organization, window)) {
      byType.merge(count.type(), count.number(), Long::sum);
      RiskLevel risk = RISKS.getOrDefault(count.type(), RiskLevel.CRITICAL);
      byRisk.merge(risk.wire(), count.number(), Long::sum);
      total += count.number();
    }
    Figures standing = queue.of(organization);
    return new AuditMetricsView(
        WindowView.of(window),
        total,
        mostFrequent(byType),
        byRisk,
        integrity(organization),
        standing.lag().toSeconds(),
        standing.dead());
  }

  private IntegrityView integrity(OrganizationId organization) {
    StoredCheckpoint signed = checkpoints.last(organization).orElse(null);
    Verified verified = integrity.verified(organization).orElse(null);
    String cause = verified == null ? null : cause(organization, verified);
    return new IntegrityView(
        of(signed, StoredCheckpoint::createdAt),
        of(signed, StoredCheckpoint::size),
        of(verified, Verified::at),
        of(verified, Verified::seq),
        verified == null ? null : cause == null,
        cause);
  }

  /** Earlier findings count until they are acknowledged, as they do for the command. */
  private @Nullable String cause(OrganizationId organization, Verified verified) {
    return verified.cause() != null
        ? verified.cause()
        : findings.open(organization).stream()
            .findFirst()
            .map(open -> open.finding().cause().wire())
            .orElse(null);
  }

  private static <T, R> @Nullable R of(@Nullable T known, Function<T, R> part) {
    return known == null ? null : part.apply(known);
  }

  private static Map<String, Long> mostFrequent(Map<String, Long> counts) {
    Map<String, Long> some = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(NAMES)
        .forEach(each -> some.put(each.getKey(), each.getValue()));
    return some;
  }
}

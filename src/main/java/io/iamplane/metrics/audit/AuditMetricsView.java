package io.iamplane.metrics.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.metric.WindowView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The size and the state of the audit log.
 *
 * @param byEventType the 20 most frequent types
 * @param byRiskLevel low, medium, high and critical
 * @param outboxLagSeconds the age of the oldest event that is on its way to a webhook; 0 without
 *     one
 * @param dlqSize dead letters; 10,000 means at least so many
 */
@RegisterForReflection
public record AuditMetricsView(
    WindowView window,
    long total,
    Map<String, Long> byEventType,
    Map<String, Long> byRiskLevel,
    IntegrityView integrity,
    long outboxLagSeconds,
    long dlqSize) {

  /**
   * The extent to which the chain is signed and verified.
   *
   * @param lastCheckpointSeq the last record that a checkpoint signs
   * @param lastVerifiedSeq the last record of the last verification
   * @param valid true if it found nothing, and no earlier finding is open; null before the first
   *     one
   * @param cause the finding, if any
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record IntegrityView(
      @Nullable Instant lastCheckpointAt,
      @Nullable Long lastCheckpointSeq,
      @Nullable Instant lastVerifiedAt,
      @Nullable Long lastVerifiedSeq,
      @Nullable Boolean valid,
      @Nullable String cause) {}
}

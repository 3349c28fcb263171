package io.iamplane.audit.metric;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.metric.WindowView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many records the audit log has, and how it stands.
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
   * How far the chain is signed and verified.
   *
   * @param lastCheckpointSeq the last record that a checkpoint signs
   * @param lastVerifiedSeq the last record that the last verification looked at
   * @param valid whether it found nothing, and nothing that was found before is open; null before
   *     the first one
   * @param cause what was found
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

package io.iamplane.governance.anomaly;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A signal as the wire shows it; {@code decisions} links to those of the hour before it. */
@RegisterForReflection
public record AnomalyView(
    UUID id,
    SignalType type,
    String subject,
    Instant seenAt,
    double score,
    List<String> reasons,
    String decisions,
    String status,
    @Nullable String verdict,
    @Nullable String note,
    @Nullable String resolvedBy,
    @Nullable Instant resolvedAt,
    Instant createdAt) {

  private static final Duration HOUR = Duration.ofHours(1);

  static AnomalyView of(Anomaly anomaly) {
    return new AnomalyView(
        anomaly.id(),
        anomaly.type(),
        anomaly.subject(),
        anomaly.seenAt(),
        anomaly.score(),
        anomaly.reasons(),
        decisions(anomaly),
        anomaly.status().wire(),
        anomaly.verdict() == null ? null : anomaly.verdict().wire(),
        anomaly.note(),
        anomaly.resolvedBy() == null ? null : anomaly.resolvedBy().toString(),
        anomaly.resolvedAt(),
        anomaly.createdAt());
  }

  private static String decisions(Anomaly anomaly) {
    String time =
        "from=%s&to=%s"
            .formatted(anomaly.seenAt().minus(HOUR), anomaly.seenAt().plus(Duration.ofMinutes(1)));
    return "/api/iam/v1/decisions?"
        + (anomaly.subject().equals(Signal.ORGANIZATION)
            ? "outcome=deny&"
            : "subject=" + URLEncoder.encode(anomaly.subject(), StandardCharsets.UTF_8) + "&")
        + time;
  }
}

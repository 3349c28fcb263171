package io.iamplane.metrics.decision;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.metric.WindowView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Decision counts. {@code allow + deny + step_up = total}.
 *
 * @param denyRate denials per decision, 0 to 1; 0 without decisions
 * @param stepUpRate decisions that require a higher assurance, per decision, 0 to 1
 * @param unlogged denials without room in the log, which were only counted; a part of total
 * @param byReason by reason code, without zeros
 * @param topDenied the most often denied names, 20 at most: a permission's key or {@code type#name}
 * @param series one point for each interval with decisions
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DecisionMetricsView(
    WindowView window,
    long total,
    long allow,
    long deny,
    long stepUp,
    double denyRate,
    double stepUpRate,
    long unlogged,
    Map<String, Long> byReason,
    Map<String, Long> topDenied,
    List<PointView> series) {

  @RegisterForReflection
  public record PointView(Instant start, long allow, long deny, long stepUp) {}
}

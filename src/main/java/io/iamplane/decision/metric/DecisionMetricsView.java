package io.iamplane.decision.metric;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.metric.WindowView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * How many decisions there were. {@code allow + deny + step_up = total}.
 *
 * @param denyRate denials in all decisions, 0 to 1; 0 without decisions
 * @param stepUpRate what would be allowed at a higher assurance, in all decisions, 0 to 1
 * @param unlogged denials that found no room in the log and were counted only; a part of total
 * @param byReason by reason code, of reasons that there were
 * @param topDenied what was denied most often, 20 at most: a permission's key or {@code type#name}
 * @param series one point for each interval in which there were decisions
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

  /** The decisions of one interval. */
  @RegisterForReflection
  public record PointView(Instant start, long allow, long deny, long stepUp) {}
}

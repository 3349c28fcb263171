package io.iamplane.metrics.grant;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.shared.metric.WindowView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The grants that there are, and those that came and went.
 *
 * @param active neither revoked, nor suspended, nor past their end
 * @param revoked all that ever were
 * @param expired past their end without having been revoked
 * @param privileged active ones of a privileged role, of a permission of high or critical risk, or
 *     of the control plane
 * @param topPrivileged the roles and permissions that most of the privileged ones give, with their
 *     numbers; ten at most
 * @param stale active ones that no decision used for long, as of the last scan for least privilege;
 *     null before the first one that had decisions of long enough
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record GrantMetricsView(
    long active,
    long revoked,
    long expired,
    long privileged,
    Map<String, Long> topPrivileged,
    @Nullable Long stale,
    ChangesView changes) {

  /** The changes in a window; the series has one point for each interval with any. */
  @RegisterForReflection
  public record ChangesView(
      WindowView window, long granted, long revoked, long expired, List<PointView> series) {}

  @RegisterForReflection
  public record PointView(Instant start, long granted, long revoked, long expired) {}
}

package io.iamplane.shared.metric;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * What was counted: whole intervals, so that it may be wider than what was asked for.
 *
 * @param from the first moment
 * @param to the moment after the last
 * @param intervalSeconds the length of a point of a series
 */
@RegisterForReflection
public record WindowView(Instant from, Instant to, long intervalSeconds) {

  /** Shows a window. */
  public static WindowView of(MetricsWindow window) {
    return new WindowView(window.from(), window.to(), window.interval().toSeconds());
  }
}

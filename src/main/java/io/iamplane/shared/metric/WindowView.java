package io.iamplane.shared.metric;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * The counted period: whole intervals, so that it may be wider than the requested one; {@code to}
 * is exclusive.
 */
@RegisterForReflection
public record WindowView(Instant from, Instant to, long intervalSeconds) {

  public static WindowView of(MetricsWindow window) {
    return new WindowView(window.from(), window.to(), window.interval().toSeconds());
  }
}

package io.iamplane.ops;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Answers of readiness probes that are soon asked for again; {@code GuardedProbeTest} has why. */
final class ShortProbes {

  private ShortProbes() {}

  @Produces
  @Singleton
  static GuardedProbe.Limits limits() {
    return new GuardedProbe.Limits(GuardedProbe.Limits.DEFAULT.deadline(), Duration.ofMillis(100));
  }
}

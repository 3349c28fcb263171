package io.iamplane.http.limit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;

/** Counts refusals of ceilings, by the ceiling alone. */
@Startup
@Singleton
class LimitMeters {

  private final RateLimits limits;

  LimitMeters(RateLimits limits, MeterRegistry registry) {
    this.limits = limits;
    for (RateLimit limit : RateLimit.values()) {
      FunctionCounter.builder("iam_rate_limited", this, meters -> meters.limits.refused(limit))
          .description("Requests refused by a rate limit")
          .tag("limit", limit.wire())
          .register(registry);
    }
  }
}

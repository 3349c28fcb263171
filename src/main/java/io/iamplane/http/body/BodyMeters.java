package io.iamplane.http.body;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;

@Startup
@Singleton
class BodyMeters {

  private final BodyBudget budget;

  BodyMeters(BodyBudget budget, MeterRegistry registry) {
    this.budget = budget;
    Gauge.builder("iam_http_body_bytes", this, meters -> meters.budget.used())
        .description("Memory held by request bodies")
        .register(registry);
  }
}

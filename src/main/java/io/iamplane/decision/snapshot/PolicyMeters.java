package io.iamplane.decision.snapshot;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * Shows which policies cannot be loaded. One tenant's policy does not make a replica unready, so
 * without these only the log would tell.
 */
@Singleton
class PolicyMeters {

  private final PolicySnapshots snapshots;
  private final MeterRegistry registry;

  PolicyMeters(PolicySnapshots snapshots, MeterRegistry registry) {
    this.snapshots = snapshots;
    this.registry = registry;
  }

  void register(@Observes StartupEvent start) {
    FunctionCounter.builder("iam_policy_load_failures", snapshots, PolicySnapshots::failedLoads)
        .description("Loads of a tenant's policy that failed")
        .register(registry);
    Gauge.builder("iam_policies_failing", snapshots, PolicySnapshots::failing)
        .description("Tenants that are denied everything because their policy cannot be loaded")
        .register(registry);
  }
}

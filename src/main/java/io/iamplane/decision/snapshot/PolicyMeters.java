package io.iamplane.decision.snapshot;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;

/**
 * Exports metrics of the policies in memory: their number, freshness and failed loads. One tenant's
 * failed load does not make a replica unready, so without these only the log would show it.
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
        .description("Failed loads of a tenant's policy")
        .register(registry);
    Gauge.builder("iam_policies_failing", snapshots, PolicySnapshots::failing)
        .description("Tenants that are denied everything because their policy cannot be loaded")
        .register(registry);
    Gauge.builder("iam_policy_staleness_seconds", snapshots, PolicySnapshots::stalenessSeconds)
        .description("Time since the last successful poll of the database for policy changes")
        .register(registry);
    Gauge.builder("iam_clock_ahead_seconds", snapshots, PolicySnapshots::clockAheadSeconds)
        .description("How far this machine's clock is ahead of the database's")
        .register(registry);
    Gauge.builder("iam_snapshot_tenants", snapshots, PolicySnapshots::size)
        .description("Tenants whose policy is in memory")
        .register(registry);
    Gauge.builder("iam_snapshot_bytes", snapshots, PolicySnapshots::bytes)
        .description("Estimated size of the policies in memory and of those being loaded")
        .register(registry);
    FunctionTimer.builder(
            "iam_snapshot_load",
            snapshots,
            PolicySnapshots::loadsDone,
            PolicySnapshots::loadNanos,
            TimeUnit.NANOSECONDS)
        .description("Duration of loading a tenant's whole policy")
        .register(registry);
  }
}

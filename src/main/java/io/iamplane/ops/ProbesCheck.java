package io.iamplane.ops;

import io.iamplane.shared.ReadinessProbe;
import io.iamplane.shared.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.arc.DefaultBean;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** All readiness probes as one MicroProfile check, with the name and state of each as its data. */
@Readiness
@Singleton
class ProbesCheck implements AsyncHealthCheck {

  /** Not virtual: those wait while requests compute. Each probe runs once at a time. */
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("iam-probe-", 0).factory());

  private final List<GuardedProbe> probes;

  ProbesCheck(
      @All List<ReadinessProbe> probes,
      GuardedProbe.Limits limits,
      Ticker ticker,
      MeterRegistry registry) {
    this.probes =
        probes.stream().map(probe -> new GuardedProbe(probe, limits, threads, ticker)).toList();
    this.probes.forEach(probe -> publish(registry, probe));
  }

  /** A bean, so that tests of outages can have answers that count for a shorter time. */
  @Produces
  @DefaultBean
  @Singleton
  static GuardedProbe.Limits limits() {
    return GuardedProbe.Limits.DEFAULT;
  }

  /** Publishes readiness as a metric, for operators that cannot ask the replica: 1 or 0. */
  static void publish(MeterRegistry registry, GuardedProbe probe) {
    Gauge.builder("iam_ready", probe, each -> each.last() ? 1 : 0)
        .description("1 if this required dependency is available, otherwise 0")
        .tag("probe", probe.name())
        .register(registry);
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    return Uni.createFrom().completionStage(() -> askAll().thenApply(ProbesCheck::response));
  }

  /** The state of each probe by its name, within the deadline; true if its dependency is there. */
  CompletableFuture<SortedMap<String, Boolean>> askAll() {
    List<Asked> asked = probes.stream().map(probe -> new Asked(probe.name(), probe.ask())).toList();
    return CompletableFuture.allOf(
            asked.stream().map(Asked::answer).toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> {
          SortedMap<String, Boolean> states = new TreeMap<>();
          asked.forEach(each -> states.put(each.name(), each.answer().join()));
          return states;
        });
  }

  private static HealthCheckResponse response(Map<String, Boolean> states) {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("iam");
    states.forEach((name, ready) -> response.withData(name, ready ? "up" : "down"));
    return response.status(!states.containsValue(false)).build();
  }

  private record Asked(String name, CompletableFuture<Boolean> answer) {}

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }
}

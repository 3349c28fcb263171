package io.iamplane.key;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows since when the present key signs, so that an overdue rotation is noticed. */
@Singleton
class KeyMeters {

  private final KeyRing keys;
  private final MeterRegistry registry;

  KeyMeters(KeyRing keys, MeterRegistry registry) {
    this.keys = keys;
    this.registry = registry;
  }

  void register(@Observes StartupEvent start) {
    register(registry, keys::signingSince);
    FunctionCounter.builder("iam_signing_key_early_activations", keys, KeyRing::earlyActivations)
        .description(
            "Keys activated by a revocation before every verifier could know them; all servers"
                + " report the same number")
        .register(registry);
  }

  /** Unknown until the keys are loaded: a scrape reads no database. */
  static void register(MeterRegistry registry, Supplier<@Nullable Instant> since) {
    Gauge.builder("iam_signing_key_activated_timestamp", () -> seconds(since.get()))
        .description("Time at which the current key began to sign tokens, in Unix seconds")
        .register(registry);
  }

  private static double seconds(@Nullable Instant since) {
    return since == null ? Double.NaN : since.getEpochSecond();
  }
}

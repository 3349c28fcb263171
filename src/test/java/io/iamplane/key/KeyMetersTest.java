package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class KeyMetersTest {

  @Test
  void theMomentIsUnknownUntilKeysAreLoaded() {
    AtomicReference<Instant> since = new AtomicReference<>();
    MeterRegistry registry = new SimpleMeterRegistry();
    KeyMeters.register(registry, since::get);

    assertThat(value(registry)).isNaN();
    since.set(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(value(registry)).isEqualTo(1_767_225_600);
  }

  private static double value(MeterRegistry registry) {
    return registry.get("iam_signing_key_activated_timestamp").gauge().value();
  }
}

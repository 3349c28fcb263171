package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.database.Transactions;
import io.iamplane.http.admin.Resources;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.SettableClock;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class AnomalyMetersDbTest {

  @Inject TestPlatform platform;
  @Inject AnomalyStore signals;
  @Inject Transactions transactions;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final SettableClock clock = new SettableClock(Instant.now());

  @Test
  void eachSignalIsCountedOnceFromTheStartOfTheServer() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    Resources.anomaly(tenant);
    AnomalyMeters meters = new AnomalyMeters(signals, transactions, registry, clock);
    clock.set(Instant.now().plus(AnomalyMeters.SETTLED));
    meters.refresh();
    assertThat(offHours()).as("raised before").isZero();

    Resources.anomaly(tenant);
    Resources.anomaly(new AdminTenant(platform));
    meters.refresh();
    assertThat(offHours()).as("not settled").isZero();

    TestDatabase.proxy().goAway();
    try {
      clock.advance(Duration.ofMinutes(5));
      meters.refresh();
      assertThat(offHours()).as("the database is away").isZero();
    } finally {
      TestDatabase.comeBack();
    }
    clock.advance(Duration.ofMinutes(1));
    await()
        .until(() -> {
          meters.refresh();
          return offHours() == 2;
        });
    clock.advance(Duration.ofMinutes(5));
    meters.refresh();
    assertThat(offHours()).isEqualTo(2);
  }

  @Test
  void everyTypeIsPublishedFromTheStart() {
    var unused = new AnomalyMeters(signals, transactions, registry, clock);
    assertThat(
            registry.find("iam_anomaly_signals").functionCounters().stream()
                .map(counter -> counter.getId().getTag("type")))
        .containsExactlyInAnyOrderElementsOf(
            List.of(SignalType.values()).stream().map(SignalType::wire).toList());
  }

  private double offHours() {
    return registry.get("iam_anomaly_signals").tag("type", "off_hours").functionCounter().count();
  }
}

package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.governance.anomaly.AnomalyScan.Scanned;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Five minutes of traffic at 1,000 decisions a second are looked at in 5 seconds of a processor.
 * Prints the figures, by the clock as well.
 */
@QuarkusTest
@Tag("stress")
class AnomalyVolumeDbTest {

  private static final Logger LOG = Logger.getLogger(AnomalyVolumeDbTest.class);
  private static final int DECISIONS = 300_000;
  private static final Duration LENGTH = Duration.ofMinutes(5);
  private static final Duration MOST = Duration.ofSeconds(5);
  private static final int PEOPLE = 2_000;
  private static final int GRANTED = 50;

  @Inject TestPlatform platform;
  @Inject AnomalyScan scan;
  @Inject RecordedVolume volume;

  private OrganizationId tenant;
  private Instant start;

  @BeforeEach
  void aTenantThatIsLookedAt() throws Exception {
    AdminTenant made = AdminTenant.notLoaded(platform);
    made.apply("warehouse", AdminTenant.WAREHOUSE);
    for (int i = 0; i < GRANTED; i++) {
      made.made("users", "{'name': 'P%1$d', 'external_id': 'p%1$d'}".formatted(i));
      made.made(
          "grants",
          "{'subject': 'user:p%d', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}"
              .formatted(i));
    }
    tenant = made.organization().id();
    start = Instant.now().minus(Duration.ofMinutes(10));
    // Others' logs are not what is measured.
    scan.run(start);
    scan.run(Instant.now());
    Rows.update("DELETE FROM iam_anomaly_states WHERE organization_id = '%s'".formatted(tenant));
    scan.run(start);
  }

  private static DecisionRequest asks(String subject, int number) {
    return DecisionRequest.of(
        Party.of("user", subject),
        new Asked.Permission(
            number % 3 == 0 ? "warehouse:stock.adjust" : "warehouse:stock.read", null),
        null);
  }

  private Duration scanned(String what, IntFunction<DecisionRequest> requests, int step) {
    Instant from = start.plus(LENGTH.multipliedBy(step));
    volume.record(tenant, DECISIONS, from, LENGTH, requests);
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long before = System.nanoTime();
    long worked = thread.getCurrentThreadCpuTime();
    Scanned done = scan.run(from.plus(LENGTH).plus(Duration.ofMinutes(3)));
    Duration took = Duration.ofNanos(thread.getCurrentThreadCpuTime() - worked);
    Duration passed = Duration.ofNanos(System.nanoTime() - before);
    assertThat(done.failed()).isZero();
    assertThat(done.decisions()).isGreaterThanOrEqualTo(DECISIONS);
    LOG.infof(
        "%s: %d decisions scanned in %d ms of one processor, %d ms by the clock",
        what, done.decisions(), took.toMillis(), passed.toMillis());
    return took;
  }

  @Test
  void fiveMinutesOfTrafficTakeFiveSeconds() {
    assertThat(scanned("2,000 people, most denied", i -> asks("p" + i * 7 % PEOPLE, i), 0))
        .isLessThan(MOST);
    assertThat(scanned("50 people, a third denied", i -> asks("p" + i * 7 % GRANTED, i), 1))
        .isLessThan(MOST);
  }

  /** The most expensive that a caller can make of it: no subject is asked about twice. */
  @Test
  void aFloodOfMadeUpSubjectsTakesFiveSecondsToo() {
    assertThat(scanned("300,000 made-up subjects", i -> asks("made-up-" + i, i), 0))
        .isLessThan(MOST);
    assertThat(scanned("10,000 made-up subjects, 30 times", i -> asks("x" + i % 10_000, i), 1))
        .isLessThan(MOST);
  }
}

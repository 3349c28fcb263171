package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Replicas that did not write follow soon, miss nothing, and agree with the reference. */
@QuarkusTest
class ReplicasDbTest extends ReplicaCases {

  private static final double SOON_MILLIS = 500;

  /** The limit for one change in a hundred of a short run, on a machine that runs all tests. */
  private static final double AT_ALL_MILLIS = 2_000;

  @Inject ObjectMapper mapper;

  @Test
  void theyAgreeAfterRandomChanges() throws Exception {
    assertAgreed(run(11, 150, 2_000, Others.applying(applier)));
  }

  /** The next poll finds changes without a signal. */
  @Test
  void withoutSignalsTheyAgreeAsWell() throws Exception {
    assertAgreed(run(12, 150, 2_000, new Others(applier, false, _ -> {})));
  }

  @Test
  void whileTheirConnectionForSignalsIsLostTheyAgreeAsWell() throws Exception {
    assertAgreed(run(13, 150, 2_000, new Others(applier, true, i -> endListeners(i, 10))));
  }

  @Test
  @Tag("stress")
  void theyAgreeAfterTenThousandChanges() throws Exception {
    assertAgreedSoon(run(System.nanoTime(), 10_000, 100_000, Others.applying(applier)));
  }

  @Test
  @Tag("stress")
  void withoutSignalsTheyAgreeAfterTenThousandChanges() throws Exception {
    assertAgreedSoon(run(System.nanoTime(), 10_000, 100_000, new Others(applier, false, _ -> {})));
  }

  @Test
  @Tag("stress")
  void whileTheirConnectionForSignalsIsLostTheyAgreeAfterTwoThousandChanges() throws Exception {
    assertAgreedSoon(
        run(System.nanoTime(), 2_000, 20_000, new Others(applier, true, i -> endListeners(i, 20))));
  }

  private static void assertAgreed(Run run) {
    System.out.printf(
        "%d versions at two replicas: visible after p50 %.0f ms, p99 %.0f ms, at most %.0f ms%n",
        run.delayNanos().length / 2, run.delay(0.5), run.delay(0.99), run.delay(1));
    assertThat(run.disagreements()).as("of %d questions", run.asked()).isZero();
    assertThat(run.delay(0.5)).as("p50 in ms").isLessThanOrEqualTo(SOON_MILLIS);
    assertThat(run.delay(0.99)).as("p99 in ms").isLessThanOrEqualTo(AT_ALL_MILLIS);
  }

  private static void assertAgreedSoon(Run run) {
    assertAgreed(run);
    assertThat(run.delay(0.99)).as("p99 in ms").isLessThanOrEqualTo(SOON_MILLIS);
  }

  /** Once in so many changes. */
  private static void endListeners(int change, int every) {
    if (change % every == 0) {
      try {
        Rows.texts(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                + " WHERE query LIKE 'LISTEN %' AND pid <> pg_backend_pid()");
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Proof that this test can fail: skipped changes are found. */
  @Test
  void aReplicaThatSkipsAChangeIsFound() throws Exception {
    assertThat(run(11, 300, 4_000, skipping(10)).disagreements()).isPositive();
  }

  @Test
  @Tag("stress")
  void aReplicaThatSkipsOneChangeInAThousandIsFound() throws Exception {
    Others skipping = skipping(1_000).untilFirstFound();
    assertThat(run(11, 10_000, 100_000, skipping).disagreements()).isPositive();
  }

  private Others skipping(int skipOneIn) {
    return Others.applying(new SkippingApplier(mapper, skipOneIn));
  }

  /** Skips one change in some. */
  private static final class SkippingApplier extends ChangeApplier {

    private final int skipOneIn;
    private final AtomicInteger applied = new AtomicInteger();

    SkippingApplier(ObjectMapper mapper, int skipOneIn) {
      super(mapper);
      this.skipOneIn = skipOneIn;
    }

    @Override
    TenantPolicy apply(TenantPolicy policy, long version, List<PolicyChange> changes) {
      boolean skips = applied.incrementAndGet() % skipOneIn == 0;
      return super.apply(policy, version, skips ? List.of() : changes);
    }
  }
}

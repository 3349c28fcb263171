package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas that did not write follow soon, miss nothing, and agree with the reference. */
@QuarkusTest
class ReplicasDbTest extends ReplicaCases {

  private static final double SOON_MILLIS = 500;

  @Inject ObjectMapper mapper;

  @ParameterizedTest
  @ValueSource(longs = 11)
  void theyAgreeAfterRandomChanges(long seed) throws Exception {
    Run run = run(seed, 150, 2_000, applier);

    assertThat(run.disagreements()).as("seed %d", seed).isZero();
  }

  @Test
  @Tag("stress")
  void theyAgreeAfterTenThousandChanges() throws Exception {
    Run run = run(System.nanoTime(), 10_000, 100_000, applier);

    System.out.printf(
        "%d versions at two replicas: visible after p50 %.0f ms, p99 %.0f ms, at most %.0f ms%n",
        run.delayNanos().length / 2, run.delay(0.5), run.delay(0.99), run.delay(1));
    assertThat(run.disagreements()).as("of %d questions", run.asked()).isZero();
    assertThat(run.delay(0.99)).as("p99 in ms").isLessThanOrEqualTo(SOON_MILLIS);
  }

  /** What this test is worth: changes that a replica does not apply are found. */
  @Test
  void aReplicaThatSkipsAChangeIsFound() throws Exception {
    assertThat(run(11, 300, 4_000, new SkippingApplier(mapper, 10)).disagreements()).isPositive();
  }

  @Test
  @Tag("stress")
  void aReplicaThatSkipsOneChangeInAThousandIsFound() throws Exception {
    assertThat(run(11, 10_000, 100_000, new SkippingApplier(mapper, 1_000)).disagreements())
        .isPositive();
  }

  /** Leaves out what one change in some changed. */
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

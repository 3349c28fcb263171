package io.iamplane.decision.snapshot;

import static io.iamplane.decision.snapshot.TestTenants.organization;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.OrganizationId;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A light policy does not wait for heavy ones. */
@Timeout(15)
class PolicyLoadsTest {

  private static final int HEAVY = 100;
  private static final int BROKEN = 1_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private final PolicyLoads loads = new PolicyLoads(new Loader(), System::nanoTime, 4);

  /** Heavy policies take until the end. */
  private final class Loader extends SnapshotLoader {

    Loader() {
      super(null, null, null, null, null, null, null, null, null, null, null, null);
    }

    @Override
    Optional<TenantPolicy> load(OrganizationId id, long most) {
      if (number(id) >= BROKEN) {
        throw new IllegalStateException("the load failed");
      }
      if (number(id) >= HEAVY) {
        throw new LoadWeight.TooHeavy("heavy");
      }
      return Optional.of(TestTenants.policy(id, 1));
    }

    @Override
    Optional<TenantPolicy> load(OrganizationId id) {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return Optional.of(TestTenants.policy(id, 2));
    }
  }

  private static long number(OrganizationId id) {
    return id.value().getLeastSignificantBits();
  }

  @AfterEach
  void stop() {
    end.countDown();
    loads.stop();
  }

  @Test
  void aLightPolicyDoesNotWaitForManyHeavyOnes() throws Exception {
    for (int i = 0; i < 20; i++) {
      var _ = loads.load(organization(HEAVY + i));
    }
    for (int i = 1; i <= 20; i++) {
      assertThat(loads.load(organization(i)).get(5, TimeUnit.SECONDS)).isPresent();
    }
    assertThat(loads.done()).as("light ones").isEqualTo(20);
  }

  @Test
  void aHeavyPolicyIsLoadedInItsTurn() throws Exception {
    var heavy = loads.load(organization(HEAVY));
    end.countDown();
    assertThat(heavy.get(5, TimeUnit.SECONDS).orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void aLoadThatFailsIsNotTriedTwice() {
    assertThatThrownBy(() -> loads.load(organization(BROKEN)).get(5, TimeUnit.SECONDS))
        .hasRootCauseMessage("the load failed");
  }
}

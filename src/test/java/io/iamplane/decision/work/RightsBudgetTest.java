package io.iamplane.decision.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.MustWaitException;
import io.iamplane.testing.EventLoop;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A tenant's share is a thousand steps a second. */
class RightsBudgetTest {

  private static final OrganizationId ACME = OrganizationId.next();

  private final AtomicLong nanos = new AtomicLong();
  private final HeavyWork heavy = new HeavyWork(1, new StepShares(nanos::get, 1_000));
  private final RightsBudget budget = new RightsBudget(ACME, heavy);

  @Test
  void expensiveRightsCountAsTheTenantsWork() {
    assertThat(budget.spend(900)).isTrue();
    assertThat(heavy.isOverShare(ACME)).isFalse();
    assertThat(budget.spend(900)).as("one right is decided to its end").isTrue();
    assertThat(heavy.isOverShare(ACME)).isTrue();
    assertThat(heavy.isOverShare(OrganizationId.next())).isFalse();
    assertThat(heavy.steps()).isEqualTo(1_800);
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(heavy.isOverShare(ACME)).isFalse();
  }

  @Test
  void usualRightsAreNotCounted() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(budget.spend(RightsBudget.FREE - 1)).isTrue();
    }
    assertThat(heavy.steps()).isZero();
  }

  /** The right to ask comes before every check: it must not keep the loop either. */
  @Test
  void whatIsNotLightLeavesTheEventLoop() throws Exception {
    HeavyWork plenty = new HeavyWork(1, new StepShares(nanos::get, 1_000_000));
    RightsBudget expensive = new RightsBudget(ACME, plenty);
    try (EventLoop loop = new EventLoop()) {
      loop.call(() -> {
        expensive.requireLight();
        assertThat(expensive.spend(RequestBudget.LIGHT_STEPS - 1)).isTrue();
        expensive.requireLight();
        assertThat(expensive.spend(1)).isFalse();
        assertThatThrownBy(expensive::requireLight).isInstanceOf(MustWaitException.class);
        return true;
      });
    }
    assertThat(expensive.spend(1_000)).as("off the loop it goes on").isTrue();
    expensive.requireLight();
  }

  @Test
  void aTenantBeyondItsShareLeavesTheEventLoopAtOnce() throws Exception {
    budget.spend(900);
    budget.spend(900);
    RightsBudget next = new RightsBudget(ACME, heavy);
    try (EventLoop loop = new EventLoop()) {
      loop.call(() -> assertThatThrownBy(next::requireLight).isInstanceOf(MustWaitException.class));
    }
    next.requireLight();
  }

  @Test
  void oneRightTakesFewSteps() {
    assertThat(budget.decisionSteps()).isEqualTo(10_000);
  }
}

package io.iamplane.decision.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
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

  @Test
  void oneRightTakesFewSteps() {
    assertThat(budget.decisionSteps()).isEqualTo(10_000);
  }
}

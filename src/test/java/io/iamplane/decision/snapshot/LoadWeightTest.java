package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A load that would take more memory than its tenant may ends before it does. */
class LoadWeightTest {

  private static final long MB = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget(40 * MB, 20 * MB, 4);

  @Test
  void aTenantThatIsTooHeavyIsNotLoadedWhole() {
    try (LoadWeight weight = new LoadWeight(budget)) {
      weight.reached(20 * MB);
      assertThatThrownBy(() -> weight.reached(20 * MB + 1))
          .isInstanceOf(LoadWeight.TooHeavy.class)
          .hasMessageContaining("more than 20 MB");
    }
    assertThat(budget.loading()).as("given back").isZero();
  }

  @Test
  void loadsUnderWayShareTheBudgetAndEachHasItsPart() {
    try (LoadWeight first = new LoadWeight(budget);
        LoadWeight second = new LoadWeight(budget);
        LoadWeight third = new LoadWeight(budget)) {
      first.reached(20 * MB);
      second.reached(20 * MB);
      third.reached(10 * MB);
      assertThatThrownBy(() -> third.reached(11 * MB)).isInstanceOf(LoadWeight.TooHeavy.class);
    }
    assertThat(budget.loading()).isZero();
  }

  @Test
  void noTenantMayHaveMoreThanAllTogether() {
    assertThat(new MemoryBudget(10 * MB, 20 * MB, 4).perTenant()).isEqualTo(10 * MB);
  }
}

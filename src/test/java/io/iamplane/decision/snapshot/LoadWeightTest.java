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

  /** Images for the reverse application of changes count while a policy is read by them. */
  @Test
  void whatIsHeldBesideThePolicyCountsUntilItGoes() {
    try (LoadWeight weight = new LoadWeight(budget)) {
      weight.beside(8 * MB);
      weight.reached(12 * MB);
      assertThat(budget.loading()).isEqualTo(20 * MB);
      assertThatThrownBy(() -> weight.reached(13 * MB)).isInstanceOf(LoadWeight.TooHeavy.class);
      weight.reached(12 * MB);
      weight.beside(0);
      assertThat(budget.loading()).isEqualTo(12 * MB);
    }
    assertThat(budget.loading()).isZero();
  }

  @Test
  void aPartIsBoundInItselfAndCountsInTheWhole() {
    MemoryBudget part = budget.part(4, 2);
    try (LoadWeight one = new LoadWeight(part);
        LoadWeight other = new LoadWeight(part)) {
      one.reached(9 * MB);
      assertThatThrownBy(() -> one.reached(11 * MB)).isInstanceOf(LoadWeight.TooHeavy.class);
      other.reached(5 * MB);
      assertThatThrownBy(() -> other.reached(6 * MB)).isInstanceOf(LoadWeight.TooHeavy.class);
      assertThat(budget.loading()).isBetween(14 * MB, 15 * MB);
    }
    assertThat(budget.loading()).isZero();
    assertThat(part.loading()).isZero();
  }

  @Test
  void noTenantMayHaveMoreThanAllTogether() {
    assertThat(new MemoryBudget(10 * MB, 20 * MB, 4).perTenant()).isEqualTo(10 * MB);
  }
}

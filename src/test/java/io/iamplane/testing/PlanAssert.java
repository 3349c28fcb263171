package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Plans.Plan;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requirements for the plan of one page of a list. */
public final class PlanAssert {

  private static final Set<String> COMMON = Set.of("active", "applied");

  private PlanAssert() {}

  /** Every condition is part of one ordered range of this index, or of one for each status. */
  public static void isOneRangeOf(String index, Plan plan) {
    readsOnly(index, plan);
    assertThat(plan.filters()).as("row by row in %s", plan.text()).isEmpty();
  }

  /** Requires this index for the order; any other condition may be checked row by row. */
  public static void readsOnly(String index, Plan plan) {
    readsOneOf(plan, index);
  }

  /** Requires one of these indexes for the order; any other condition may be checked row by row. */
  public static void readsOneOf(Plan plan, String... indexes) {
    assertThat(plan.nodes())
        .as(plan.text())
        .startsWith("Limit")
        .doesNotContain("Seq Scan", "Bitmap Heap Scan", "Hash Join", "Merge Join");
    assertThat(plan.unboundedSorts()).as(plan.text()).isEmpty();
    assertThat(plan.indexes()).as(plan.text()).isNotEmpty().isSubsetOf(indexes);
  }

  /**
   * A list without filters is one range of the key; with a rare status, of the index by status.
   * Where nearly all rows have the status, either is right: nearly all that the key finds is shown.
   */
  public static void isOneRangeFor(
      @Nullable String status, Plan plan, String key, String byStatus) {
    if (status == null) {
      isOneRangeOf(key, plan);
    } else if (COMMON.contains(status)) {
      readsOneOf(plan, key, byStatus);
    } else {
      isOneRangeOf(byStatus, plan);
    }
  }
}

package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.IamException;
import org.junit.jupiter.api.Test;

class WeightLimitTest {

  private static final long MB = 1 << 20;

  private final WeightLimit limit = new WeightLimit(10 * MB);

  @Test
  void growthEndsBelowTheCeiling() {
    assertThatCode(() -> limit.require(8 * MB, 9 * MB - 100)).doesNotThrowAnyException();
    assertThatThrownBy(() -> limit.require(8 * MB, 9 * MB + 1))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("from 8.00 MB to 9.00 MB")
        .hasMessageContaining("90% of the limit of 10.00 MB")
        .hasMessageContaining("iam.decision.tenant-memory-percent");
  }

  @Test
  void whatIsTooHeavyMayShrinkOrStay() {
    assertThatCode(() -> limit.require(12 * MB, 11 * MB)).doesNotThrowAnyException();
    assertThatCode(() -> limit.require(12 * MB, 12 * MB)).doesNotThrowAnyException();
    assertThatThrownBy(() -> limit.require(12 * MB, 12 * MB + 1)).isInstanceOf(IamException.class);
  }
}

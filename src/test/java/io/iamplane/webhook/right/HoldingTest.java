package io.iamplane.webhook.right;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.webhook.right.OwnerRights.Holding;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HoldingTest {

  @ParameterizedTest
  @EnumSource(
      value = ReasonCode.class,
      names = {
        "NO_MATCHING_GRANT",
        "EXPLICIT_DENY",
        "SUBJECT_INACTIVE",
        "SUBJECT_UNKNOWN",
        "SUBJECT_IS_A_SET"
      })
  void aDenialOfTheRightItselfLosesIt(ReasonCode reason) {
    assertThat(Holding.of(reason)).isEqualTo(Holding.LOST);
  }

  @ParameterizedTest
  @EnumSource(
      value = ReasonCode.class,
      names = {
        "DEADLINE_EXCEEDED",
        "DEPTH_EXCEEDED",
        "RESOURCE_REQUIRED",
        "RESOURCE_TYPE_MISMATCH",
        "INTERNAL_ERROR",
        "STEP_UP_REQUIRED",
        "DEPENDENCY_UNAVAILABLE",
        "POLICY_VERSION_UNAVAILABLE"
      })
  void aDenialThatPassesLosesNothing(ReasonCode reason) {
    assertThat(Holding.of(reason)).isEqualTo(Holding.UNKNOWN);
  }
}

package io.iamplane.governance.simulation.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each reason of a decision either depends on the policy or has an obstacle of its name. */
class ObstacleTest {

  @ParameterizedTest
  @EnumSource(ReasonCode.class)
  void outagesAreObstacles(ReasonCode reason) {
    Obstacle obstacle = Obstacle.of(reason);
    if (reason.isOutage()) {
      assertThat(obstacle).extracting(Obstacle::wire).isEqualTo(reason.wire());
    } else {
      assertThat(obstacle).isNull();
    }
  }
}

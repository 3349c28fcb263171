package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Constants are written in lower case, those with a body of their own, too. */
class WireNameTest {

  private enum Plain implements WireName {
    ONE,
    STEP_UP
  }

  private enum WithBodies implements WireName {
    FIRST {
      @Override
      boolean isFirst() {
        return true;
      }
    },
    SECOND;

    boolean isFirst() {
      return false;
    }
  }

  @Test
  void aConstantIsWrittenInLowerCase() {
    assertThat(Plain.STEP_UP.wire()).isEqualTo("step_up");
    assertThat(WireName.of(Plain.class, "one")).isEqualTo(Plain.ONE);
    assertThatThrownBy(() -> WireName.of(Plain.class, "ONE"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown Plain: ONE");
  }

  @Test
  void aBodyOfItsOwnChangesNoName() {
    assertThat(WithBodies.FIRST.isFirst()).isTrue();
    assertThat(WithBodies.FIRST.wire()).isEqualTo("first");
    assertThat(WithBodies.SECOND.wire()).isEqualTo("second");
  }

  @Test
  void theNameIsMadeOnce() {
    assertThat(Plain.ONE.wire()).isSameAs(Plain.ONE.wire());
  }
}

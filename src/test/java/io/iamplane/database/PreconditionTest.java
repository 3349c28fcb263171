package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PreconditionTest {

  private static final Write HOLD = Write.command("SELECT hold()");

  private final Precondition precondition = new Precondition();

  @Test
  void isSentBeforeAllElseUntilItIsAnswered() {
    assertThat(precondition.set(HOLD)).isTrue();
    assertThat(precondition.isUnsent()).isTrue();
    assertThat(precondition.toSend()).containsExactly(HOLD);
    assertThat(precondition.isUnsent()).isFalse();
    assertThat(precondition.isSent()).isTrue();
    assertThat(precondition.toSend()).as("until there is an answer").containsExactly(HOLD);
    precondition.confirm();
    assertThat(precondition.isSent()).isFalse();
    assertThat(precondition.toSend()).isEmpty();
    assertThat(precondition.isRefuted()).isFalse();
  }

  @Test
  void isThereOnlyBeforeAnythingIsSent() {
    assertThat(precondition.toSend()).isEmpty();
    assertThat(precondition.set(HOLD)).isFalse();
    assertThat(precondition.isUnsent()).isFalse();
    assertThat(precondition.toSend()).isEmpty();
  }

  @Test
  void thereIsOne() {
    assertThat(precondition.set(HOLD)).isTrue();
    assertThat(precondition.set(Write.command("SELECT other()"))).isFalse();
    assertThat(precondition.toSend()).containsExactly(HOLD);
  }

  @Test
  void isRefuted() {
    precondition.set(HOLD);
    precondition.toSend();
    precondition.refute();
    assertThat(precondition.isRefuted()).isTrue();
    assertThat(precondition.toSend()).isEmpty();
    assertThat(precondition.isUnsent()).isFalse();
  }
}

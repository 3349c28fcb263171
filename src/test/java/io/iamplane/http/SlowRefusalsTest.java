package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With a timer that the test lets run out. */
class SlowRefusalsTest {

  private final List<Runnable> timers = new ArrayList<>();
  private final List<Long> waits = new ArrayList<>();
  private final List<Integer> refused = new ArrayList<>();
  private final SlowRefusals slow =
      new SlowRefusals((millis, work) -> {
        waits.add(millis);
        timers.add(work);
      });

  private void refuse(int number) {
    slow.later(() -> refused.add(number));
  }

  @Test
  void aRefusalWaits() {
    refuse(1);
    assertThat(refused).isEmpty();
    timers.getFirst().run();
    assertThat(refused).containsExactly(1);
  }

  /** Clients refused at the same time do not all retry at the same time. */
  @Test
  void theyDoNotWaitAlike() {
    for (int i = 0; i < 1_000; i++) {
      refuse(i);
    }
    assertThat(waits)
        .allSatisfy(millis ->
            assertThat(millis)
                .isBetween(SlowRefusals.MILLIS, SlowRefusals.MILLIS + SlowRefusals.SPREAD - 1));
    assertThat(Set.copyOf(waits)).hasSizeGreaterThan(100);
  }

  @Test
  void whatIsTooManyToWaitIsRefusedAtOnce() {
    for (int i = 0; i < SlowRefusals.MOST; i++) {
      refuse(i);
    }
    assertThat(refused).isEmpty();
    refuse(-1);
    refuse(-2);
    assertThat(refused).containsExactly(-1, -2);
    timers.forEach(Runnable::run);
    assertThat(refused).hasSize(SlowRefusals.MOST + 2);
    timers.clear();
    refuse(-3);
    assertThat(timers).as("there is a place again").hasSize(1);
  }
}

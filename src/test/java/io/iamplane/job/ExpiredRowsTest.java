package io.iamplane.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExpiredRowsTest {

  @Test
  void portionsAreRemovedUntilOneIsNotFull() {
    AtomicInteger left = new AtomicInteger(2_500);
    assertThat(ExpiredRows.remove(most -> take(left, most))).isEqualTo(2_500);
    assertThat(left).hasValue(0);
  }

  @Test
  void oneRunEndsHoweverMuchThereIs() {
    assertThat(ExpiredRows.remove(most -> most)).isEqualTo(100 * ExpiredRows.PORTION);
  }

  private static int take(AtomicInteger left, int most) {
    int taken = Math.min(most, left.get());
    left.addAndGet(-taken);
    return taken;
  }
}

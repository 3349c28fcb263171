package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoissonTest {

  /** Compared with the sum of the probabilities of all smaller counts. */
  @ParameterizedTest
  @CsvSource({"3, 0.5", "5, 1", "8, 2", "10, 3.5", "25, 10", "40, 20", "150, 100"})
  void theTailIsWhatIsLeftOfAllSmallerCounts(int count, double mean) {
    double term = Math.exp(-mean);
    double below = 0;
    for (int i = 0; i < count; i++) {
      below += term;
      term *= mean / (i + 1);
    }
    assertThat(Poisson.surprise(count, mean)).isCloseTo(-Math.log10(1 - below), within(0.01));
  }

  @Test
  void whatIsExpectedSurprisesNotAtAllAndNothingSurprisesWithoutEnd() {
    assertThat(Poisson.surprise(3, 5)).isZero();
    assertThat(Poisson.surprise(100_000, 1)).isEqualTo(30);
  }
}

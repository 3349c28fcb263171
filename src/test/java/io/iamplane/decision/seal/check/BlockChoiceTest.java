package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks are chosen without a pattern, and never beyond those that there are. */
class BlockChoiceTest {

  private final Random random = new Random(5);

  @Test
  void allAreAll() {
    assertThat(BlockChoice.all().among(7).cardinality()).isEqualTo(7);
    assertThat(BlockChoice.all().among(0).cardinality()).isZero();
    assertThat(BlockChoice.share(1, random).among(7).cardinality()).isEqualTo(7);
    assertThat(BlockChoice.share(250_000.0, random).among(7).cardinality()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 0.99})
  void aShareIsAboutThatMany(double share) {
    BitSet chosen = BlockChoice.share(share, random).among(100_000);

    assertThat(chosen.cardinality() / 100_000.0).isCloseTo(share, within(0.01));
    assertThat(chosen.length()).isLessThanOrEqualTo(100_000);
  }

  @Test
  void everyBlockMayBeOfAShare() {
    BitSet seen = new BitSet();
    for (int i = 0; i < 200; i++) {
      seen.or(BlockChoice.share(0.1, random).among(50));
    }
    assertThat(seen.cardinality()).isEqualTo(50);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 19, 20, 21, 5_000})
  void someAreSoMany(int blocks) {
    BitSet chosen = BlockChoice.some(20, random).among(blocks);

    assertThat(chosen.cardinality()).isEqualTo(Math.min(20, blocks));
    assertThat(chosen.length()).isLessThanOrEqualTo(blocks);
  }

  @Test
  void everyBlockMayBeAmongSome() {
    BitSet seen = new BitSet();
    for (int i = 0; i < 200; i++) {
      seen.or(BlockChoice.some(20, random).among(100));
    }
    assertThat(seen.cardinality()).isEqualTo(100);
  }
}

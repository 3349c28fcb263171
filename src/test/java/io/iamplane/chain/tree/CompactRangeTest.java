package io.iamplane.chain.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompactRangeTest {

  private static final Rfc6962 REFEREE = Rfc6962.numbered(600);

  @Test
  void rootIsThatOfTheDefinitionAtEverySize() {
    CompactRange range = CompactRange.empty();
    for (int size = 0; size < REFEREE.size(); size++) {
      assertThat(range.size()).isEqualTo(size);
      assertThat(range.root()).as("size %s", size).isEqualTo(REFEREE.root(size));
      range = range.append(REFEREE.leaf(size));
    }
  }

  @Test
  void appendingToWhatWasStoredIsAppendingOn() {
    CompactRange kept = CompactRange.empty();
    CompactRange stored = CompactRange.empty();
    for (int i = 0; i < REFEREE.size(); i++) {
      kept = kept.append(REFEREE.leaf(i));
      stored = CompactRange.decode(i, stored.encode()).append(REFEREE.leaf(i));

      assertThat(stored).isEqualTo(kept).hasSameHashCodeAs(kept).hasToString(kept.toString());
      assertThat(stored.encode()).hasSize(32 * Integer.bitCount(i + 1));
    }
  }

  @Test
  void encodedLargestSubtreeFirst() {
    CompactRange seven = sized(7);

    assertThat(MerkleHash.at(seven.encode(), 0)).isEqualTo(REFEREE.root(4));
    assertThat(MerkleHash.at(seven.encode(), 32))
        .isEqualTo(MerkleHash.node(REFEREE.leaf(4), REFEREE.leaf(5)));
    assertThat(MerkleHash.at(seven.encode(), 64)).isEqualTo(REFEREE.leaf(6));
  }

  @Test
  void theEmptyRangeHasNoBytes() {
    assertThat(CompactRange.empty().encode()).isEmpty();
    assertThat(CompactRange.decode(0, new byte[0])).isEqualTo(CompactRange.empty());
  }

  @Test
  void anAppendLeavesTheRangeBeforeItAsItWas() {
    CompactRange three = sized(3);
    three.append(REFEREE.leaf(3));
    three.append(REFEREE.leaf(4));

    assertThat(three.root()).isEqualTo(REFEREE.root(3));
    assertThat(three).isEqualTo(sized(3)).isNotEqualTo(sized(4)).isNotEqualTo("three");
  }

  @Test
  void everyOtherLengthIsRefused() {
    for (int size = 0; size < 20; size++) {
      int right = 32 * Integer.bitCount(size);
      for (int length = 0; length < 200; length++) {
        if (length != right) {
          assertRefused(size, length, right);
        }
      }
    }
  }

  @Test
  void negativeSizeIsRefused() {
    assertThatThrownBy(() -> CompactRange.decode(-1, new byte[32 * 64]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the size -1 is negative");
  }

  @Test
  void theSizeNeverWrapsAround() {
    CompactRange largest = CompactRange.decode(Long.MAX_VALUE, new byte[32 * 63]);

    assertThatThrownBy(() -> largest.append(REFEREE.leaf(0)))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void whatWasStoredIsCopied() {
    byte[] encoded = sized(5).encode();
    CompactRange range = CompactRange.decode(5, encoded);
    Arrays.fill(encoded, (byte) 0);
    Arrays.fill(range.encode(), (byte) 0);

    assertThat(range).isEqualTo(sized(5));
  }

  @Test
  void aMillionAppendsAreCheap() {
    CompactRange range = CompactRange.empty();
    MerkleHash leaf = REFEREE.leaf(0);
    MerkleHash perfect = leaf;
    for (int i = 0; i < 1 << 20; i++) {
      range = range.append(leaf);
    }
    for (int height = 0; height < 20; height++) {
      perfect = MerkleHash.node(perfect, perfect);
    }
    assertThat(range.root()).isEqualTo(perfect);
  }

  private static void assertRefused(int size, int length, int right) {
    assertThatThrownBy(() -> CompactRange.decode(size, new byte[length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a compact range of size %d must have %d bytes, but this one has %d"
                .formatted(size, right, length));
  }

  private static CompactRange sized(int size) {
    return CompactRange.of(IntStream.range(0, size).mapToObj(REFEREE::leaf).toList());
  }
}

package io.iamplane.decision.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that is in a block is passed over, and little that is not is read. */
class BlockFilterTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 100, 12_000})
  void everyNameIsFound(int number) {
    List<String> names = names("user:in-", number);
    byte[] filter = filter(names);

    assertThat(names).allMatch(name -> BlockFilter.mayHold(filter, name));
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 1_000, 12_000})
  void ofOtherNamesOneInHundredIsFoundAtMost(int number) {
    byte[] filter = filter(names("user:in-", number));

    assertThat(
            names("user:out-", 10_000).stream()
                .filter(name -> BlockFilter.mayHold(filter, name))
                .count())
        .isLessThan(100);
  }

  /** Later versions read stored filters. */
  @Test
  void theBitsAreTheSameInEveryProcess() {
    assertThat(filter(List.of("s:user:ann"))).asHexString().isEqualTo("2489");
    assertThat(filter(List.of("s:user:\u00e4nn\ud83d\ude00"))).asHexString().isEqualTo("4285");
    assertThat(filter(List.of("s:user:ann", "k:app:read"))).asHexString().isEqualTo("4520AC");
  }

  @Test
  void noNamesMeanNoBits() {
    assertThat(BlockFilter.mayHold(filter(List.of()), "anything")).isFalse();
    assertThat(BlockFilter.mayHold(new byte[0], "anything")).as("no filter").isTrue();
  }

  /** A name that comes again takes no bits. */
  @Test
  void aNameCountsOnce() {
    assertThat(filter(List.of("a", "b", "a", "a"))).isEqualTo(filter(List.of("b", "a")));
    assertThat(filter(Collections.nCopies(10_000, "a"))).hasSize(2);
  }

  private static byte[] filter(List<String> names) {
    NameHashes hashes = new NameHashes();
    names.forEach(name -> hashes.add(BlockFilter.hash(name)));
    return hashes.filter();
  }

  private static List<String> names(String prefix, int number) {
    return IntStream.range(0, number).mapToObj(i -> prefix + i).toList();
  }
}

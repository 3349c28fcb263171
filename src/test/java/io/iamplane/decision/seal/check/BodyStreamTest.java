package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.seal.check.BlockReads.BodyStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long body comes by its parts, each asked for once. */
class BodyStreamTest {

  private static final int PART = 10;

  private final List<Integer> asked = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 11, 20, 95})
  void allBytesComeInTheirOrder(int length) throws IOException {
    byte[] body = new byte[length];
    new Random(length).nextBytes(body);

    assertThat(stream(body).readAllBytes()).isEqualTo(body);
    assertThat(asked).doesNotHaveDuplicates().isSorted();
    assertThat(asked).hasSizeLessThanOrEqualTo(length / PART + 2);
  }

  @Test
  void itsEndStaysItsEnd() throws IOException {
    BodyStream stream = stream(new byte[] {-1, 2});

    assertThat(stream.read()).isEqualTo(255);
    assertThat(stream.read()).isEqualTo(2);
    assertThat(stream.read()).isEqualTo(-1);
    assertThat(stream.read(new byte[5], 0, 5)).isEqualTo(-1);
    assertThat(stream.read()).isEqualTo(-1);
    assertThat(asked).containsExactly(0, 2);
  }

  @Test
  void nothingIsAskedForBeforeItIsWanted() {
    BodyStream stream = stream(new byte[100]);
    assertThat(asked).isEmpty();
    assertThat(stream.read(new byte[4], 0, 4)).isEqualTo(4);
    assertThat(stream.read(new byte[40], 0, 40)).as("the rest of a part").isEqualTo(6);
    assertThat(asked).containsExactly(0);
  }

  private BodyStream stream(byte[] body) {
    return new BodyStream(from -> {
      asked.add(from);
      return Arrays.copyOfRange(body, from, Math.min(body.length, from + PART));
    });
  }
}

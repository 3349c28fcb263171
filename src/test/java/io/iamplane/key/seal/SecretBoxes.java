package io.iamplane.key.seal;

import java.util.stream.IntStream;

/** Boxes with keys of 32 equal bytes. */
public final class SecretBoxes {

  private SecretBoxes() {}

  /** A box whose present key consists of the first byte, and its previous keys of the others. */
  public static SecretBox of(int current, int... previous) {
    return SecretBoxTest.box(
        SecretBoxTest.key(current),
        IntStream.of(previous).mapToObj(SecretBoxTest::key).toArray(String[]::new));
  }

  /** A box without any key, as in development. */
  public static SecretBox keyless() {
    return SecretBoxTest.keyless();
  }
}

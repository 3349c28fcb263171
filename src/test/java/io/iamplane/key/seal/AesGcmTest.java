package io.iamplane.key.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AesGcmTest {

  private static final byte[] PLAIN = "a private key".getBytes(UTF_8);
  private static final byte[] PLACE = "row 1".getBytes(UTF_8);

  private final AesGcm key = new AesGcm(bytes(1));

  @Test
  void opensWhatItSealed() {
    assertThat(key.open(key.seal(PLAIN, PLACE), PLACE)).isEqualTo(PLAIN);
    assertThat(key.open(key.seal(new byte[0], PLACE), PLACE)).isEmpty();
  }

  @Test
  void sealsOneValueDifferentlyEveryTime() {
    assertThat(key.seal(PLAIN, PLACE)).isNotEqualTo(key.seal(PLAIN, PLACE));
  }

  @Test
  void everyFlippedBitIsFound() {
    byte[] sealed = key.seal(PLAIN, PLACE);
    for (int bit = 0; bit < sealed.length * Byte.SIZE; bit++) {
      byte[] flipped = sealed.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> key.open(flipped, PLACE))
          .as("bit %d", bit)
          .isInstanceOf(UnsealException.class);
    }
  }

  @Test
  void everyCutIsFound() {
    byte[] sealed = key.seal(PLAIN, PLACE);
    for (int length = 0; length < sealed.length; length++) {
      byte[] cut = Arrays.copyOf(sealed, length);
      assertThatThrownBy(() -> key.open(cut, PLACE)).isInstanceOf(UnsealException.class);
    }
    byte[] longer = Arrays.copyOf(sealed, sealed.length + 1);
    assertThatThrownBy(() -> key.open(longer, PLACE)).isInstanceOf(UnsealException.class);
  }

  @Test
  void anotherPlaceDoesNotOpen() {
    byte[] sealed = key.seal(PLAIN, PLACE);
    assertThatThrownBy(() -> key.open(sealed, "row 2".getBytes(UTF_8)))
        .isInstanceOf(UnsealException.class);
  }

  @Test
  void anotherKeyDoesNotOpen() {
    byte[] sealed = key.seal(PLAIN, PLACE);
    assertThatThrownBy(() -> new AesGcm(bytes(2)).open(sealed, PLACE))
        .isInstanceOf(UnsealException.class);
    assertThatThrownBy(() -> key.derive(new byte[] {1}).open(sealed, PLACE))
        .isInstanceOf(UnsealException.class);
  }

  @Test
  void derivedKeysDifferByLabelAndAreStable() {
    byte[] sealed = key.derive(new byte[] {1}).seal(PLAIN, PLACE);
    assertThat(new AesGcm(bytes(1)).derive(new byte[] {1}).open(sealed, PLACE)).isEqualTo(PLAIN);
    assertThatThrownBy(() -> key.derive(new byte[] {2}).open(sealed, PLACE))
        .isInstanceOf(UnsealException.class);
  }

  @Test
  void changingTheArrayAfterwardsDoesNotChangeTheKey() {
    byte[] material = bytes(1);
    AesGcm copied = new AesGcm(material);
    Arrays.fill(material, (byte) 0);
    assertThat(copied.open(key.seal(PLAIN, PLACE), PLACE)).isEqualTo(PLAIN);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 24, 31, 33, 64})
  void onlyThirtyTwoBytesAreAKey(int length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AesGcm.parse(Base64.getEncoder().encodeToString(new byte[length])))
        .withMessage("must be exactly 32 bytes long, not " + length);
  }

  @Test
  void whatIsNotBase64IsToldWithoutQuotingIt() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AesGcm.parse("sensitive§value"))
        .withMessage("must be base64")
        .withNoCause();
  }

  @Test
  void nameOfAKeyTellsNothingOfTheKey() {
    assertThat(key.version()).hasSize(16).isNotEqualTo(new AesGcm(bytes(2)).version());
    assertThat(key.toString()).doesNotContain(HexFormat.of().formatHex(bytes(1)).substring(0, 8));
  }

  private static byte[] bytes(int value) {
    byte[] bytes = new byte[AesGcm.KEY_BYTES];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}

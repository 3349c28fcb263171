package io.iamplane.key.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecretBoxTest {

  private static final byte[] PLAIN = "whsec_something".getBytes(UTF_8);
  private static final String PLACE = "iam_webhooks:tenant-1:webhook-1:secret";

  private final SecretBox box = box(key(1));

  @Test
  void opensWhatItSealed() {
    assertThat(box.open(box.seal(PLAIN, PLACE), PLACE)).isEqualTo(PLAIN);
    assertThat(box.open(box.seal(new byte[0], ""), "")).isEmpty();
    byte[] large = new byte[1 << 20];
    assertThat(box.open(box.seal(large, PLACE), PLACE)).isEqualTo(large);
  }

  @Test
  void sealedValueDoesNotShowItsContent() {
    assertThat(new String(box.seal(PLAIN, PLACE), UTF_8)).doesNotContain("whsec");
    assertThat(box.seal(PLAIN, PLACE)).isNotEqualTo(box.seal(PLAIN, PLACE));
  }

  @Test
  void valueMovedToAnotherPlaceDoesNotOpen() {
    byte[] sealed = box.seal(PLAIN, PLACE);
    for (String elsewhere : List.of("", PLACE + " ", PLACE.replace("tenant-1", "tenant-2"))) {
      assertThatThrownBy(() -> box.open(sealed, elsewhere)).isInstanceOf(UnsealException.class);
    }
  }

  @Test
  void everyFlippedBitIsFound() {
    byte[] sealed = box.seal(PLAIN, PLACE);
    for (int bit = 0; bit < sealed.length * Byte.SIZE; bit++) {
      byte[] flipped = sealed.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> box.open(flipped, PLACE))
          .as("bit %d", bit)
          .isInstanceOf(UnsealException.class);
    }
  }

  @Test
  void everyCutIsFound() {
    byte[] sealed = box.seal(PLAIN, PLACE);
    for (int length = 0; length < sealed.length; length++) {
      byte[] cut = Arrays.copyOf(sealed, length);
      assertThatThrownBy(() -> box.open(cut, PLACE)).isInstanceOf(UnsealException.class);
    }
  }

  @Test
  void rotatedKeyStillOpensAndNoLongerSeals() {
    byte[] old = box.seal(PLAIN, PLACE);
    SecretBox rotated = box(key(2), key(1));
    assertThat(rotated.open(old, PLACE)).isEqualTo(PLAIN);
    byte[] fresh = rotated.seal(PLAIN, PLACE);
    assertThat(box(key(2)).open(fresh, PLACE)).isEqualTo(PLAIN);
    assertThatThrownBy(() -> box.open(fresh, PLACE)).isInstanceOf(UnsealException.class);
  }

  @Test
  void keyThatIsGoneIsToldApartFromDamage() {
    byte[] old = box.seal(PLAIN, PLACE);
    assertThatThrownBy(() -> box(key(3)).open(old, PLACE))
        .isInstanceOf(UnsealException.class)
        .hasMessageContaining("no longer configured");
  }

  @Test
  void withoutAKeyNothingIsSealed() {
    assertThatIllegalStateException()
        .isThrownBy(() -> keyless().seal(PLAIN, PLACE))
        .withMessageContaining("iam.oauth.encryption-key");
  }

  @Test
  void pseudonymIsOfOneTextPlaceAndKey() {
    String own = box.pseudonyms("ann", PLACE).getFirst();
    assertThat(box.pseudonyms("ann", PLACE)).containsExactly(own);
    assertThat(own).hasSize(64);
    assertThat(box.pseudonyms("bob", PLACE)).doesNotContain(own);
    assertThat(box.pseudonyms("ann", "elsewhere")).doesNotContain(own);
    assertThat(box.pseudonyms("bc", "a")).isNotEqualTo(box.pseudonyms("c", "ab"));
    assertThat(box(key(2)).pseudonyms("ann", PLACE)).doesNotContain(own);
    assertThat(box(key(2), key(1)).pseudonyms("ann", PLACE)).hasSize(2).endsWith(own);
    assertThat(keyless().pseudonyms("ann", PLACE)).isEmpty();
  }

  static SecretBox keyless() {
    return new SecretBox(config(Optional.empty(), List.of()));
  }

  static SecretBox box(String current, String... previous) {
    return new SecretBox(config(Optional.of(current), List.of(previous)));
  }

  static String key(int value) {
    byte[] bytes = new byte[AesGcm.KEY_BYTES];
    Arrays.fill(bytes, (byte) value);
    return Base64.getEncoder().encodeToString(bytes);
  }

  static SecretBoxConfig config(Optional<String> current, List<String> previous) {
    return new SecretBoxConfig() {
      @Override
      public Optional<String> encryptionKey() {
        return current;
      }

      @Override
      public Optional<List<String>> previousEncryptionKeys() {
        return previous.isEmpty() ? Optional.empty() : Optional.of(previous);
      }
    };
  }
}

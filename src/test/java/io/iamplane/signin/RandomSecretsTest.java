package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.seal.SecretBoxes;
import io.iamplane.shared.Secret;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets of this installation are told from guesses. */
class RandomSecretsTest {

  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private final RandomSecrets secrets = new RandomSecrets(SecretBoxes.of(1));

  @Test
  void aSecretHasItsFormAndItsMarkAndComesOnce() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      Secret secret = secrets.next();
      assertThat(RandomSecrets.isOne(secret.reveal())).isTrue();
      assertThat(secrets.isMarked(secret)).isTrue();
      assertThat(seen.add(secret.reveal())).isTrue();
    }
  }

  /** Also in the last letter, of which four decode to the same bytes. */
  @Test
  void aSecretWithAnotherLetterAtAnyPlaceIsAGuess() {
    String right = secrets.next().reveal();
    for (int place = 0; place < right.length(); place++) {
      for (char letter : LETTERS.toCharArray()) {
        if (letter != right.charAt(place)) {
          String wrong = right.substring(0, place) + letter + right.substring(place + 1);
          assertThat(secrets.isMarked(new Secret(wrong))).as(wrong).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", ".", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "ä"})
  void anotherFormIsAGuess(String text) {
    assertThat(secrets.isMarked(new Secret(text))).isFalse();
    String right = secrets.next().reveal();
    assertThat(secrets.isMarked(new Secret(right + text))).isEqualTo(text.isEmpty());
    assertThat(secrets.isMarked(new Secret(right + "." + text))).isFalse();
  }

  @Test
  void bothPartsOfARefreshTokenAreMarked() {
    RefreshToken token = new RefreshToken(secrets.next(), secrets.next());
    assertThat(secrets.isMarked(token.text())).isTrue();
    Secret guess = new Secret("A".repeat(43));
    assertThat(secrets.isMarked(new RefreshToken(token.handle(), guess).text())).isFalse();
    assertThat(secrets.isMarked(new RefreshToken(guess, token.secret()).text())).isFalse();
  }

  @Test
  void aSuccessorIsTheSameEachTimeAndTakesTheKey() {
    Secret secret = secrets.next();
    Secret after = secrets.after(secret);
    assertThat(secrets.after(secret)).isEqualTo(after).isNotEqualTo(secret);
    assertThat(secrets.isMarked(after)).isTrue();
    assertThat(secrets.after(secrets.next())).isNotEqualTo(after);
    assertThat(new RandomSecrets(SecretBoxes.of(1)).after(secret)).isEqualTo(after);
    assertThat(new RandomSecrets(SecretBoxes.of(2)).after(secret)).isNotEqualTo(after);
    RandomSecrets keyless = new RandomSecrets(SecretBoxes.keyless());
    assertThat(keyless.after(secret)).isEqualTo(keyless.after(secret)).isNotEqualTo(after);
    assertThat(new RandomSecrets(SecretBoxes.keyless()).after(secret))
        .isNotEqualTo(keyless.after(secret));
  }

  @Test
  void aPreviousKeyMarksStillAndAnotherInstallationsDoesNot() {
    Secret old = secrets.next();
    assertThat(new RandomSecrets(SecretBoxes.of(2, 3, 1)).isMarked(old)).isTrue();
    assertThat(new RandomSecrets(SecretBoxes.of(2, 3)).isMarked(old)).isFalse();
    assertThat(new RandomSecrets(SecretBoxes.of(2, 1)).next())
        .satisfies(
            made -> assertThat(new RandomSecrets(SecretBoxes.of(2)).isMarked(made)).isTrue());
  }

  /** Nothing is refused in development: what has the form may be one. */
  @Test
  void withoutAKeyEachFormCounts() {
    RandomSecrets keyless = new RandomSecrets(SecretBoxes.keyless());
    assertThat(IntStream.range(0, 100).mapToObj(_ -> keyless.next()))
        .allMatch(keyless::isMarked)
        .allMatch(each -> RandomSecrets.isOne(each.reveal()));
    assertThat(keyless.isMarked(new Secret("x"))).isFalse();
  }
}

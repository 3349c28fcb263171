package io.iamplane.signin;

import static io.iamplane.signin.SecretKind.CODE;
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
      Secret secret = secrets.next(CODE);
      assertThat(RandomSecrets.isOne(secret.reveal())).isTrue();
      assertThat(secrets.isMarked(CODE, secret)).isTrue();
      assertThat(seen.add(secret.reveal())).isTrue();
    }
  }

  /** Also in the last letter, of which four decode to the same bytes. */
  @Test
  void aSecretWithAnotherLetterAtAnyPlaceIsAGuess() {
    String right = secrets.next(CODE).reveal();
    for (int place = 0; place < right.length(); place++) {
      for (char letter : LETTERS.toCharArray()) {
        if (letter != right.charAt(place)) {
          String wrong = right.substring(0, place) + letter + right.substring(place + 1);
          assertThat(secrets.isMarked(CODE, new Secret(wrong))).as(wrong).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", ".", "eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "ä"})
  void anotherFormIsAGuess(String text) {
    assertThat(secrets.isMarked(CODE, new Secret(text))).isFalse();
    String right = secrets.next(CODE).reveal();
    assertThat(secrets.isMarked(CODE, new Secret(right + text))).isEqualTo(text.isEmpty());
    assertThat(secrets.isMarked(CODE, new Secret(right + "." + text))).isFalse();
  }

  @Test
  void aSecretOfAnotherKindOrOfNoneIsAGuess() {
    for (SecretKind kind : SecretKind.values()) {
      Secret secret = secrets.next(kind);
      for (SecretKind other : SecretKind.values()) {
        assertThat(secrets.isMarked(other, secret)).isEqualTo(other == kind);
      }
      assertThat(secrets.isMarked(kind, secrets.next())).isFalse();
    }
  }

  @Test
  void aSuccessorIsTheSameEachTimeAndTakesTheKey() {
    Secret secret = secrets.next();
    Secret after = secrets.after(CODE, secret);
    assertThat(secrets.after(CODE, secret)).isEqualTo(after).isNotEqualTo(secret);
    assertThat(secrets.isMarked(CODE, after)).isTrue();
    assertThat(secrets.after(CODE, secrets.next())).isNotEqualTo(after);
    assertThat(new RandomSecrets(SecretBoxes.of(1)).after(CODE, secret)).isEqualTo(after);
    assertThat(new RandomSecrets(SecretBoxes.of(2)).after(CODE, secret)).isNotEqualTo(after);
    RandomSecrets keyless = new RandomSecrets(SecretBoxes.keyless());
    assertThat(keyless.after(CODE, secret))
        .isEqualTo(keyless.after(CODE, secret))
        .isNotEqualTo(after);
    assertThat(new RandomSecrets(SecretBoxes.keyless()).after(CODE, secret))
        .isNotEqualTo(keyless.after(CODE, secret));
  }

  @Test
  void aPreviousKeyMarksStillAndAnotherInstallationsDoesNot() {
    Secret old = secrets.next(CODE);
    assertThat(new RandomSecrets(SecretBoxes.of(2, 3, 1)).isMarked(CODE, old)).isTrue();
    assertThat(new RandomSecrets(SecretBoxes.of(2, 3)).isMarked(CODE, old)).isFalse();
    assertThat(new RandomSecrets(SecretBoxes.of(2, 1)).next(CODE))
        .satisfies(
            made -> assertThat(new RandomSecrets(SecretBoxes.of(2)).isMarked(CODE, made)).isTrue());
  }

  /** Nothing is refused in development: what has the form may be one. */
  @Test
  void withoutAKeyEachFormCounts() {
    RandomSecrets keyless = new RandomSecrets(SecretBoxes.keyless());
    assertThat(IntStream.range(0, 100).mapToObj(_ -> keyless.next(CODE)))
        .allMatch(each -> keyless.isMarked(CODE, each))
        .allMatch(each -> RandomSecrets.isOne(each.reveal()));
    assertThat(keyless.isMarked(CODE, new Secret("x"))).isFalse();
  }
}

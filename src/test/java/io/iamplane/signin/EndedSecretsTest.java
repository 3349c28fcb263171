package io.iamplane.signin;

import static io.iamplane.signin.SecretKind.CODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.key.seal.SecretBoxes;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A secret that was looked up without effect costs one read a minute. */
class EndedSecretsTest {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10);
  private final AtomicInteger reads = new AtomicInteger();
  private final RandomSecrets secrets = new RandomSecrets(SecretBoxes.of(1));
  private final EndedSecrets ended = new EndedSecrets(secrets, now::get);
  private final Secret secret = secrets.next(CODE);

  @Test
  void anEndedSecretIsReadOnceAMinute() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(find(secret, Optional.empty())).isEmpty();
    }
    now.addAndGet(EndedSecrets.LIFETIME.toNanos() - 1);
    find(secret, Optional.of("not read"));
    assertThat(reads).hasValue(1);
    now.addAndGet(1);
    assertThat(find(secret, Optional.of("read again"))).contains("read again");
    assertThat(reads).hasValue(2);
  }

  @Test
  void aLivingSecretIsReadEachTime() {
    for (int i = 1; i <= 10; i++) {
      assertThat(find(secret, Optional.of("living"))).contains("living");
      assertThat(reads).hasValue(i);
    }
  }

  @Test
  void anotherSecretIsReadAndReadsByItsHash() {
    find(secret, Optional.empty());
    Secret other = secrets.next(CODE);
    assertThat(ended.find(CODE, other, Optional::of).orElseThrow())
        .isEqualTo(RandomSecrets.hash(other));
  }

  /** The place of secrets that were is not for what anyone makes up. */
  @Test
  void guessesAreNotRemembered() {
    Secret guess = new Secret("A".repeat(43));
    find(guess, Optional.empty());
    assertThat(find(guess, Optional.of("read"))).contains("read");
  }

  @Test
  void guessesAndEndedSecretsOpenNothing() {
    assertThat(ended.opensNothing(CODE, secret)).isFalse();
    assertThat(ended.opensNothing(CODE, new Secret("A".repeat(43)))).isTrue();
    find(secret, Optional.empty());
    assertThat(ended.opensNothing(CODE, secret)).isTrue();
    now.addAndGet(EndedSecrets.LIFETIME.toNanos());
    assertThat(ended.opensNothing(CODE, secret)).isFalse();
  }

  /** One who holds a refresh token must not hide its reuse by showing it as a session. */
  @Test
  void aSecretThatIsLookedForAsAnotherKindDoesNotEnd() {
    Secret family = secrets.next(SecretKind.FAMILY);
    assertThat(ended.find(SecretKind.SESSION, family, _ -> Optional.empty())).isEmpty();
    assertThat(ended.opensNothing(SecretKind.FAMILY, family)).isFalse();
    assertThat(ended.find(SecretKind.FAMILY, family, _ -> Optional.of(1))).contains(1);
  }

  @Test
  void anOutageIsNotAnEnd() {
    assertThatThrownBy(() ->
            ended.find(
                CODE,
                secret,
                _ -> {
                  throw IamException.dependencyUnavailable(new IOException("gone"));
                }))
        .isInstanceOf(IamException.class);
    assertThat(find(secret, Optional.of("back"))).contains("back");
  }

  private Optional<String> find(Secret of, Optional<String> stored) {
    return ended.find(
        CODE,
        of,
        _ -> {
          reads.incrementAndGet();
          return stored;
        });
  }
}

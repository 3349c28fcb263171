package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.testing.LogCapture;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SignerUnwrappingTest {

  private static final KeyPair PAIR = KeyAlgorithm.of(KeyPurpose.TOKEN).generate();
  private static final KeyRow ROW = row("kid-1");

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void aFastProviderGivesTheSignerAtOnce() {
    TokenSigner signer = unwrapping(row -> pkcs8()).of(ROW);

    assertThat(signer).isNotNull();
    assertThat(signer.kid()).isEqualTo("kid-1");
  }

  @Test
  void theBytesOfTheKeyAreErased() {
    byte[] pkcs8 = pkcs8();

    assertThat(unwrapping(row -> pkcs8).of(ROW)).isNotNull();
    assertThat(pkcs8).containsOnly(0);
  }

  @Test
  void aSlowProviderIsNotWaitedForAndAskedOnce() throws InterruptedException {
    CountDownLatch answered = new CountDownLatch(1);
    SignerUnwrapping unwrapping =
        unwrapping(row -> {
          awaitUninterruptibly(answered);
          return pkcs8();
        });
    long begin = System.nanoTime();
    for (int i = 0; i < 3; i++) {
      assertThat(unwrapping.of(ROW)).isNull();
    }
    // A quarter of a second each; keys count as out of date after two.
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    answered.countDown();
    await().until(() -> unwrapping.of(ROW) != null);
    assertThat(asked).hasValue(1);
  }

  @Test
  void aFailureIsTriedAgainAfterASecondAndLoggedOnce() {
    SignerUnwrapping unwrapping =
        unwrapping(row -> {
          if (asked.get() <= 2) {
            throw new KeyProviderUnavailableException("Vault is asleep");
          }
          return pkcs8();
        });
    List<String> lines =
        LogCapture.during(
            SignerUnwrapping.class,
            () -> {
              assertThat(unwrapping.of(ROW)).isNull();
              assertThat(unwrapping.of(ROW)).isNull();
              assertThat(asked).hasValue(1);
              now.addAndGet(Duration.ofSeconds(1).toNanos());
              assertThat(unwrapping.of(ROW)).isNull();
              assertThat(asked).hasValue(2);
            });
    assertThat(lines).singleElement().asString().contains("kid-1", "Vault is asleep");
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(unwrapping.of(ROW)).isNotNull();
  }

  @Test
  void anotherKeyDoesNotWaitForTheOneBefore() {
    CountDownLatch never = new CountDownLatch(1);
    SignerUnwrapping unwrapping =
        unwrapping(row -> {
          if (row.key().kid().equals("kid-1")) {
            awaitUninterruptibly(never);
          }
          return pkcs8();
        });
    assertThat(unwrapping.of(ROW)).isNull();
    assertThat(unwrapping.of(row("kid-2"))).isNotNull();
    never.countDown();
  }

  @Test
  void whatIsNoKeyIsNotShown() {
    SignerUnwrapping unwrapping = unwrapping(row -> "MARKED".getBytes());
    List<String> lines =
        LogCapture.during(SignerUnwrapping.class, () -> assertThat(unwrapping.of(ROW)).isNull());
    assertThat(lines).singleElement().asString().doesNotContain("MARKED");
  }

  private SignerUnwrapping unwrapping(Function<KeyRow, byte[]> opening) {
    return new SignerUnwrapping(
        row -> {
          asked.incrementAndGet();
          return opening.apply(row);
        },
        now::get);
  }

  private static byte[] pkcs8() {
    return PAIR.getPrivate().getEncoded();
  }

  private static KeyRow row(String kid) {
    KeyState state =
        new KeyState(kid, KeyStatus.ACTIVE, Instant.EPOCH, Instant.EPOCH, false, null, null);
    SigningKey key = SigningKey.of(KeyPurpose.TOKEN, state, null);
    return new KeyRow(key, PAIR.getPublic().getEncoded(), KeyRow.SEAL_VERSION, null);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.iamplane.key.seal.vault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.iamplane.key.seal.Binding;
import io.iamplane.key.seal.BoundDataKey;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.testing.TransitStandIn;
import io.iamplane.testing.TransitStandIn.Mode;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VaultKeyProviderTest {

  private static final Binding ROW = new Binding("iam_signing_keys", "platform", "kid-1", 1);
  private static final byte[] DATA_KEY = "MARKED-data-key-of-32-bytes-3f9a".getBytes(US_ASCII);

  private final TransitStandIn vault = new TransitStandIn();
  private VaultSettings settings = new VaultSettings(vault.url());

  @AfterEach
  void close() {
    vault.close();
  }

  @Test
  void unwrapsWhatItWrapped() {
    WrappedKey wrapped = provider().wrap(DATA_KEY, ROW);

    assertThat(wrapped.provider()).isEqualTo("vault");
    assertThat(wrapped.keyVersion()).isEqualTo("iam:v1");
    assertThat(new String(wrapped.bytes(), US_ASCII)).startsWith("vault:v1:");
    assertThat(provider().unwrap(wrapped, ROW)).isEqualTo(DATA_KEY);
    assertThat(vault.requests())
        .containsExactly("/v1/transit/encrypt/iam", "/v1/transit/decrypt/iam");
  }

  @Test
  void aKeyMovedToAnotherPlaceDoesNotOpen() {
    WrappedKey wrapped = provider().wrap(DATA_KEY, ROW);
    Binding elsewhere = new Binding("iam_signing_keys", "platform", "kid-2", 1);

    assertThatThrownBy(() -> provider().unwrap(wrapped, elsewhere))
        .isInstanceOf(UnsealException.class);
  }

  /** An engine that knows no associated data would decrypt it anywhere. */
  @Test
  void thePlaceIsCheckedHereAsWell() {
    byte[] joined = BoundDataKey.join(DATA_KEY, ROW);

    byte[] given = joined.clone();
    assertThat(BoundDataKey.split(given, ROW)).isEqualTo(DATA_KEY);
    assertThat(given).containsOnly(0);
    Binding elsewhere = new Binding("iam_signing_keys", "platform", "kid-2", 1);
    for (byte[] wrong :
        List.of(joined, DATA_KEY, new byte[0], Arrays.copyOf(joined, joined.length + 1))) {
      byte[] refused = wrong.clone();
      assertThatThrownBy(() -> BoundDataKey.split(refused, elsewhere))
          .isInstanceOf(UnsealException.class);
      assertThat(refused).isEqualTo(new byte[wrong.length]);
    }
    assertThatThrownBy(() -> BoundDataKey.split(Arrays.copyOf(joined, BoundDataKey.BYTES + 1), ROW))
        .isInstanceOf(UnsealException.class);
  }

  @Test
  void aRotatedKeyWrapsWithItsNewVersionAndUnwrapsWithTheOld() {
    WrappedKey old = provider().wrap(DATA_KEY, ROW);
    vault.rotate(TransitStandIn.KEY);

    assertThat(provider().wrap(DATA_KEY, ROW).keyVersion()).isEqualTo("iam:v2");
    assertThat(provider().unwrap(old, ROW)).isEqualTo(DATA_KEY);
    vault.minDecryptionVersion(2);
    assertThatThrownBy(() -> provider().unwrap(old, ROW))
        .isInstanceOf(UnsealException.class)
        .hasMessageContaining("min_decryption_version");
  }

  @Test
  void anotherTransitKeyUnwrapsWithTheOneThatWrapped() {
    WrappedKey old = provider().wrap(DATA_KEY, ROW);
    vault.rotate("other");
    settings = settings.key("other");

    assertThat(provider().wrap(DATA_KEY, ROW).keyVersion()).isEqualTo("other:v1");
    assertThat(provider().unwrap(old, ROW)).isEqualTo(DATA_KEY);
  }

  @Test
  void aKeyThatIsGoneOrFromTheFutureIsUnavailable() {
    WrappedKey wrapped = provider().wrap(DATA_KEY, ROW);
    String future = new String(wrapped.bytes(), US_ASCII).replace(":v1:", ":v9:");

    assertThatThrownBy(() ->
            provider().unwrap(new WrappedKey("vault", "iam:v9", future.getBytes(US_ASCII)), ROW))
        .isInstanceOf(KeyProviderUnavailableException.class);
    vault.remove(TransitStandIn.KEY);
    assertThatThrownBy(() -> provider().unwrap(wrapped, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class)
        .hasMessage("Vault has no transit key iam");
  }

  @Test
  void aRowCannotLeadToAnotherPathOfTheApi() {
    WrappedKey wrapped = provider().wrap(DATA_KEY, ROW);
    int asked = vault.requests().size();
    for (String version : List.of("../../sys/seal:v1", "a/b:v1", "", ":v1", "a b:v1", "a?b:v1")) {
      assertThatThrownBy(
              () -> provider().unwrap(new WrappedKey("vault", version, wrapped.bytes()), ROW))
          .isInstanceOf(UnsealException.class);
    }
    assertThatThrownBy(
            () -> provider().unwrap(new WrappedKey("vault", "iam:v1", new byte[] {1, 2}), ROW))
        .isInstanceOf(UnsealException.class);
    assertThat(vault.requests()).hasSize(asked);
  }

  @ParameterizedTest
  @CsvSource({
    "SEALED, sealed",
    "STANDBY, standby",
    "FORBIDDEN, token has expired",
    "RATE_LIMITED, rate limit",
    "INTERNAL_ERROR, returned 500",
    "NOT_MOUNTED, iam.keys.vault.mount",
    "REDIRECT, not followed",
    "HTML, does not respond like a transit engine",
    "NOT_JSON, does not respond like a transit engine",
    "EMPTY_DATA, does not respond like a transit engine",
    "ENDLESS, cannot be reached",
    "ECHO, returned 400",
    "SLOW, did not respond within 200 ms",
    "DRIP, did not respond within 200 ms",
    "CUT, cannot be reached",
  })
  @Retention(RetentionPolicy.RUNTIME)
  private @interface OtherAnswers {}

  @OtherAnswers
  void everyOtherAnswerIsUnavailableAndSaysWhy(Mode mode, String problem) {
    WrappedKey wrapped = provider().wrap(DATA_KEY, ROW);
    vault.answer(mode);
    if (mode == Mode.SLOW || mode == Mode.DRIP) {
      settings = settings.with("timeout", "200ms");
    }
    refusedBecause(problem, wrapped);
  }

  @OtherAnswers
  @Tag("ci")
  void everyOtherAnswerIsUnavailableAfterTheLastOfManyTries(Mode mode, String problem) {
    WrappedKey wrapped = provider().wrap(DATA_KEY, ROW);
    vault.answer(mode);
    settings = settings.with("timeout", "200ms");
    refusedBecause(problem, wrapped);
  }

  private void refusedBecause(String problem, WrappedKey wrapped) {
    for (Throwable failure :
        List.of(
            catchThrowable(() -> provider().wrap(DATA_KEY, ROW)),
            catchThrowable(() -> provider().unwrap(wrapped, ROW)))) {
      assertThat(failure)
          .isInstanceOf(KeyProviderUnavailableException.class)
          .hasMessageContaining(problem)
          .hasNoCause();
      assertThat(failure.toString())
          .doesNotContain("MARKED", Base64.getEncoder().encodeToString(DATA_KEY).substring(0, 20));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"SLOW", "DRIP", "SEALED", "INTERNAL_ERROR"})
  void aQuestionEndsInTime(Mode mode) {
    vault.answer(mode);
    settings = settings.with("timeout", "400ms");
    long begin = System.nanoTime();

    assertThat(catchThrowable(() -> provider().wrap(DATA_KEY, ROW)))
        .isInstanceOf(KeyProviderUnavailableException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void passingFailuresAreTriedAgainAndNoMore() {
    vault.failNext(2);
    assertThat(provider().wrap(DATA_KEY, ROW).keyVersion()).isEqualTo("iam:v1");
    assertThat(vault.requests()).hasSize(3);
    vault.failNext(3);
    assertThatThrownBy(() -> provider().wrap(DATA_KEY, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class);
    assertThat(vault.requests()).hasSize(6);
  }

  @Test
  void aVaultThatIsAwayAndComesBack() {
    VaultKeyProvider provider = provider();
    WrappedKey wrapped = provider.wrap(DATA_KEY, ROW);
    vault.goAway();
    assertThatThrownBy(() -> provider.unwrap(wrapped, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class)
        .hasMessage("Vault cannot be reached: ConnectException");
    vault.comeBack();
    assertThat(provider.unwrap(wrapped, ROW)).isEqualTo(DATA_KEY);
  }

  @Test
  void theNamespaceIsSent() {
    settings = settings.namespace("team-a");
    provider().wrap(DATA_KEY, ROW);
    assertThat(vault.namespaces()).containsExactly("team-a");
  }

  @Test
  void aTokenInAFileIsReadAgain(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), TransitStandIn.TOKEN + "\n");
    settings = settings.token(null).tokenFile(file.toString());
    VaultKeyProvider provider = provider();
    provider.wrap(DATA_KEY, ROW);
    vault.token("hvs.next");
    assertThatThrownBy(() -> provider.wrap(DATA_KEY, ROW)).hasMessageContaining("403");
    Files.writeString(file, "hvs.next");
    provider.wrap(DATA_KEY, ROW);
    Files.delete(file);
    assertThatThrownBy(() -> provider.wrap(DATA_KEY, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class)
        .hasMessage("iam.keys.vault.token-file cannot be read");
  }

  @Test
  void aTokenThatNoHeaderTakesIsNotShown() {
    for (String token : List.of("MARKED\nX: y", "MARKED é", "MARKED token")) {
      settings = settings.token(token);
      assertThat(catchThrowable(() -> provider().wrap(DATA_KEY, ROW)))
          .isInstanceOf(KeyProviderUnavailableException.class)
          .hasMessage("iam.keys.vault.token must consist of 1 to 16,384 visible ASCII characters");
    }
  }

  @Test
  void aPodLogsInWithItsOwnTokenAndAgainBeforeTheLeaseEnds(@TempDir Path folder)
      throws IOException {
    AtomicLong now = new AtomicLong();
    VaultKeyProvider provider = pod(folder, now);
    provider.wrap(DATA_KEY, ROW);
    provider.wrap(DATA_KEY, ROW);
    assertThat(logins()).isEqualTo(1);
    now.addAndGet(Duration.ofSeconds(2_401).toNanos());
    provider.wrap(DATA_KEY, ROW);
    assertThat(logins()).isEqualTo(2);
  }

  @Test
  void aPodWhoseTokenWasRevokedLogsInOnce(@TempDir Path folder) throws IOException {
    VaultKeyProvider provider = pod(folder, new AtomicLong());
    provider.wrap(DATA_KEY, ROW);
    vault.token("hvs.next");
    provider.wrap(DATA_KEY, ROW);
    assertThat(logins()).isEqualTo(2);
    vault.answer(Mode.FORBIDDEN);
    assertThatThrownBy(() -> provider.wrap(DATA_KEY, ROW))
        .isInstanceOf(KeyProviderUnavailableException.class);
    assertThat(logins()).isEqualTo(3);
  }

  private long logins() {
    return vault.requests().stream().filter("/v1/auth/kubernetes/login"::equals).count();
  }

  private VaultKeyProvider pod(Path folder, AtomicLong now) throws IOException {
    Path own = Files.writeString(folder.resolve("pod"), TransitStandIn.POD_TOKEN);
    settings = settings.token(null).kubernetes("iam", own.toString());
    return new VaultKeyProvider(settings.config(), now::get);
  }

  private VaultKeyProvider provider() {
    return new VaultKeyProvider(settings.config(), System::nanoTime);
  }
}

package io.iamplane.key;

import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.Ticker;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Unwraps the key that signs, beside the poll that asks for it: a key provider that is slow must
 * not make the keys seem out of date, which would refuse every request.
 */
@Singleton
class SignerUnwrapping {

  private static final Logger LOG = Logger.getLogger(SignerUnwrapping.class);

  /** The time that a read of the keys waits for it; well below {@link KeyConfig#MAX_STALENESS}. */
  private static final Duration PATIENCE = Duration.ofMillis(250);

  /** From the end of a failed attempt to the next. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Function<KeyRow, byte[]> opening;
  private final Ticker ticker;
  private @Nullable Attempt attempt;
  private @Nullable String logged;

  private record Attempt(String kid, CompletableFuture<Outcome> outcome) {}

  /** The signer, or the reason why it is missing. */
  private record Outcome(@Nullable TokenSigner signer, String problem, long endNanos) {}

  @Inject
  SignerUnwrapping(Envelope envelope, Ticker ticker) {
    this(row -> open(envelope, row), ticker);
  }

  SignerUnwrapping(Function<KeyRow, byte[]> opening, Ticker ticker) {
    this.opening = opening;
    this.ticker = ticker;
  }

  private static byte[] open(Envelope envelope, KeyRow row) {
    SealedKey sealed = row.privateKey();
    if (sealed == null) {
      throw new UnsealException("the private key is missing");
    }
    return envelope.open(sealed, row.binding());
  }

  /** The signer of a row; null while that lasts, or when it fails. */
  synchronized @Nullable TokenSigner of(KeyRow row) {
    Attempt current = attempt;
    if (current == null || !current.kid().equals(row.key().kid()) || isOver(current)) {
      current = begin(row);
      attempt = current;
    }
    Outcome outcome = await(current);
    if (outcome == null) {
      return null;
    }
    if (outcome.signer() == null) {
      logOnce(row.key().kid(), outcome.problem());
    } else {
      attempt = null;
      logged = null;
    }
    return outcome.signer();
  }

  private boolean isOver(Attempt before) {
    Outcome outcome = before.outcome().getNow(null);
    return outcome != null
        && outcome.signer() == null
        && ticker.nanos() - outcome.endNanos() >= PAUSE.toNanos();
  }

  private Attempt begin(KeyRow row) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    var unused =
        Thread.ofPlatform()
            .daemon()
            .name("iam-key-unwrap")
            .start(() -> outcome.complete(unwrapped(row)));
    return new Attempt(row.key().kid(), outcome);
  }

  private Outcome unwrapped(KeyRow row) {
    try {
      byte[] pkcs8 = opening.apply(row);
      TokenSigner signer = new TokenSigner(row.key().kid(), Es256.privateKey(pkcs8));
      Arrays.fill(pkcs8, (byte) 0);
      return new Outcome(signer, "", ticker.nanos());
    } catch (KeyProviderUnavailableException | UnsealException e) {
      return new Outcome(null, String.valueOf(e.getMessage()), ticker.nanos());
    } catch (RuntimeException e) {
      // Without its text, which may quote the key.
      return new Outcome(null, e.getClass().getName(), ticker.nanos());
    }
  }

  private static @Nullable Outcome await(Attempt current) {
    try {
      return current.outcome().get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("unwrapping ended without an outcome", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** It is asked for twice a second. */
  private void logOnce(String kid, String problem) {
    String line = kid + ": " + problem;
    if (!line.equals(logged)) {
      logged = line;
      LOG.errorf(
          "cannot unwrap signing key %s: %s; no tokens are issued until this succeeds",
          kid, problem);
    }
  }
}

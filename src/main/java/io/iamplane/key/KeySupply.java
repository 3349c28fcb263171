package io.iamplane.key;

import io.iamplane.database.Transactions;
import io.iamplane.key.lifecycle.KeyMoment;
import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.SealedKey;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Makes the keys that a plan will need before its lock is taken: the key provider may be slow, and
 * every change of the platform waits for that lock. Keys are random, named by their thumbprint, and
 * their private part is sealed.
 */
@Singleton
class KeySupply {

  private static final Logger LOG = Logger.getLogger(KeySupply.class);

  /** The time that a revocation waits for a key: a healthy provider's first answer takes less. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Function<KeyPurpose, List<KeyState>> present;
  private final Envelope envelope;
  private final Clock clock;
  private final Duration patience;

  /** Single, so that a provider that never answers holds one thread, not one per revocation. */
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("iam-key-supply").factory());

  @Inject
  KeySupply(Transactions transactions, SigningKeyQuery query, Envelope envelope, Clock clock) {
    this(
        purpose ->
            transactions.call(() -> query.all(purpose)).stream()
                .map(row -> row.key().state())
                .toList(),
        envelope,
        clock,
        PATIENCE);
  }

  /**
   * @param present the keys of a purpose in the database
   * @param patience the time that a revocation waits for a key
   */
  KeySupply(
      Function<KeyPurpose, List<KeyState>> present,
      Envelope envelope,
      Clock clock,
      Duration patience) {
    this.present = present;
    this.envelope = envelope;
    this.clock = clock;
    this.patience = patience;
  }

  /** A key that is in no row yet. */
  record NewKey(String kid, byte[] publicKey, SealedKey privateKey) {

    KeyRow row(SigningKey key) {
      return new KeyRow(key, publicKey, KeyRow.SEAL_VERSION, privateKey);
    }
  }

  /** Keys at hand. One that is not used is forgotten. */
  final class Stock {

    private final KeyPlan plan;
    private final Deque<NewKey> keys = new ArrayDeque<>();

    private Stock(KeyPlan plan) {
      this.plan = plan;
    }

    /**
     * Takes a key; empty when none can be made now, and the plan goes on without.
     *
     * @throws KeyProviderUnavailableException when none can be made now, and the plan needs it
     */
    Optional<NewKey> next() {
      NewKey ready = keys.poll();
      if (ready != null) {
        return Optional.of(ready);
      }
      // Other steps came first. A revocation does not wait for the provider under the lock.
      return plan.requiresKeys() ? Optional.of(make(plan.purpose())) : Optional.empty();
    }

    private void fill(int count) {
      try {
        for (int i = 0; i < count; i++) {
          keys.add(plan.requiresKeys() ? make(plan.purpose()) : makeInTime(plan.purpose()));
        }
      } catch (KeyProviderUnavailableException e) {
        if (plan.requiresKeys()) {
          throw e;
        }
        LOG.warnf(
            "could not create a standby key: %s; the next iam:keys:rotate will retry",
            e.getMessage());
      }
    }
  }

  /** Returns the keys that a plan needs, by the present state of the database. */
  Stock of(KeyPlan plan) {
    AtomicInteger needed = new AtomicInteger();
    KeyMoment rehearsal =
        new KeyMoment(
            clock.instant(), () -> Optional.of("new-" + needed.incrementAndGet()), _ -> true);
    plan.rule().steps(present.apply(plan.purpose()), rehearsal);
    Stock stock = new Stock(plan);
    stock.fill(needed.get());
    return stock;
  }

  /**
   * Makes a key beside the caller, whom a provider that hangs must not hold.
   *
   * @throws KeyProviderUnavailableException when none is made in time
   */
  private NewKey makeInTime(KeyPurpose purpose) {
    Future<NewKey> key = thread.submit(() -> make(purpose));
    try {
      return key.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      key.cancel(true);
      throw new KeyProviderUnavailableException(
          "the key provider did not respond within " + patience.toMillis() + " ms");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("making a key ended without an outcome", e);
    } catch (InterruptedException e) {
      key.cancel(true);
      Thread.currentThread().interrupt();
      throw new KeyProviderUnavailableException("interrupted while waiting for the key provider");
    }
  }

  @PreDestroy
  void stop() {
    thread.shutdownNow();
  }

  /** Asks the key provider, which may be another system: not under a lock. */
  private NewKey make(KeyPurpose purpose) {
    KeyAlgorithm algorithm = KeyAlgorithm.of(purpose);
    KeyPair pair = algorithm.generate();
    String kid = algorithm.thumbprint(pair.getPublic());
    byte[] pkcs8 = pair.getPrivate().getEncoded();
    try {
      SealedKey sealed = envelope.seal(pkcs8, KeyRow.binding(kid, KeyRow.SEAL_VERSION));
      return new NewKey(kid, pair.getPublic().getEncoded(), sealed);
    } finally {
      Arrays.fill(pkcs8, (byte) 0);
    }
  }
}

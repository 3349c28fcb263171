package io.iamplane.key;

import io.iamplane.database.Transactions;
import io.iamplane.key.lifecycle.KeyMoment;
import io.iamplane.key.lifecycle.KeyState;
import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.SealedKey;
import jakarta.inject.Singleton;
import java.security.KeyPair;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Makes the keys that a plan will need before its lock is taken: the key provider may be slow, and
 * every change of the platform waits for that lock. Keys are random, named by their thumbprint, and
 * their private part is sealed.
 */
@Singleton
class KeySupply {

  private static final Logger LOG = Logger.getLogger(KeySupply.class);

  private final Transactions transactions;
  private final SigningKeyQuery query;
  private final Envelope envelope;
  private final Clock clock;

  KeySupply(Transactions transactions, SigningKeyQuery query, Envelope envelope, Clock clock) {
    this.transactions = transactions;
    this.query = query;
    this.envelope = envelope;
    this.clock = clock;
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
          keys.add(make(plan.purpose()));
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
    List<KeyState> keys =
        transactions.call(() -> query.all(plan.purpose())).stream()
            .map(row -> row.key().state())
            .toList();
    AtomicInteger needed = new AtomicInteger();
    KeyMoment rehearsal =
        new KeyMoment(
            clock.instant(), () -> Optional.of("new-" + needed.incrementAndGet()), _ -> true);
    plan.rule().steps(keys, rehearsal);
    Stock stock = new Stock(plan);
    stock.fill(needed.get());
    return stock;
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

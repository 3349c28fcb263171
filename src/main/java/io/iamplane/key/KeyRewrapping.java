package io.iamplane.key;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.key.RewrappedKey.Outcome;
import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.Caller;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Has the present version of the present key provider wrap every data key. Each key is a change of
 * its own, so that the next run continues one that was killed; a process that signs meanwhile has
 * its key in memory.
 */
@Singleton
public class KeyRewrapping {

  private final Changes changes;
  private final Transactions transactions;
  private final SigningKeyQuery query;
  private final SigningKeyStore store;
  private final Envelope envelope;

  /**
   * The wrapping of a key's data key: the image in audit records and events.
   *
   * @param providerKeyVersion the name of the provider's key, not the key itself
   */
  @RegisterForReflection
  record KeyWrapping(String kid, KeyPurpose purpose, String provider, String providerKeyVersion) {

    static KeyWrapping of(KeyRow row, WrappedKey wrapped) {
      return new KeyWrapping(
          row.key().kid(), row.key().purpose(), wrapped.provider(), wrapped.keyVersion());
    }
  }

  KeyRewrapping(
      Changes changes,
      Transactions transactions,
      SigningKeyQuery query,
      SigningKeyStore store,
      Envelope envelope) {
    this.changes = changes;
    this.transactions = transactions;
    this.query = query;
    this.store = store;
    this.envelope = envelope;
  }

  /**
   * Wraps every data key that the present key does not wrap. Safe beside a server, a rotation and
   * another run. An unavailable provider fails the keys that it wrapped, and the others are done.
   *
   * @param caller of the platform organization, in the chain of which each key is recorded
   * @return one for each key that has a private part, the oldest first
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE if the database fails
   */
  public List<RewrappedKey> run(Caller caller) {
    return transactions.call(query::sealed).stream().map(row -> rewrap(caller, row)).toList();
  }

  private RewrappedKey rewrap(Caller caller, KeyRow row) {
    SealedKey sealed = Objects.requireNonNull(row.privateKey());
    try {
      // Asks the provider, which may be another system: not under a lock.
      Optional<SealedKey> next = envelope.rewrap(sealed, row.binding());
      if (next.isEmpty()) {
        return RewrappedKey.of(row, sealed.dataKey(), Outcome.CURRENT, null);
      }
      WrappedKey wrapped = next.get().dataKey();
      boolean replaced =
          changes.record(
              Change.operational(
                  caller,
                  caller.organization(),
                  recording -> replace(recording, row, sealed.dataKey(), wrapped)));
      return RewrappedKey.of(row, wrapped, replaced ? Outcome.REWRAPPED : Outcome.CHANGED, null);
    } catch (KeyProviderUnavailableException e) {
      return RewrappedKey.of(row, sealed.dataKey(), Outcome.UNAVAILABLE, e.getMessage());
    } catch (UnsealException e) {
      return RewrappedKey.of(row, sealed.dataKey(), Outcome.REFUSED, e.getMessage());
    }
  }

  /** Replaces the wrapping; returns false if it was changed, or if the key ended. */
  private boolean replace(Recording recording, KeyRow row, WrappedKey old, WrappedKey next) {
    String kid = row.key().kid();
    WrappedKey present = store.dataKey(kid).orElse(null);
    if (present == null || !Arrays.equals(present.bytes(), old.bytes())) {
      return false;
    }
    store.rewrap(recording, kid, next);
    recording.add(
        Effect.changed(
            EventType.KEY_REWRAPPED,
            KeyStepping.TARGET,
            kid,
            KeyWrapping.of(row, old),
            KeyWrapping.of(row, next)));
    return true;
  }
}

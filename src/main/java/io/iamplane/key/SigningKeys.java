package io.iamplane.key;

import io.iamplane.audit.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.shared.Caller;
import jakarta.inject.Singleton;
import java.security.KeyPair;
import java.util.Arrays;
import java.util.Optional;

/** Makes signing keys. */
@Singleton
public class SigningKeys {

  private static final String TARGET = "signing_key";

  private final Changes changes;
  private final SigningKeyStore store;
  private final Envelope envelope;
  private final KeyRing ring;

  SigningKeys(Changes changes, SigningKeyStore store, Envelope envelope, KeyRing ring) {
    this.changes = changes;
    this.store = store;
    this.envelope = envelope;
    this.ring = ring;
  }

  /**
   * Makes the installation's first token key unless one signs already. The very first key of a
   * purpose signs at once, because no verifier can hold an older JWKS that lacks it. Any number of
   * replicas may ask at once: one key comes of it, and all get that one.
   *
   * @param caller of the platform organization, in whose chain the key is recorded
   * @return the key that signs
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when the database fails
   * @throws io.iamplane.key.seal.KeyProviderUnavailableException when the key cannot be sealed
   */
  public SigningKey ensureActive(Caller caller) {
    return ensureActive(caller, KeyPurpose.TOKEN);
  }

  /**
   * Makes the installation's first key of a purpose unless one signs already.
   *
   * @see #ensureActive(Caller)
   */
  public SigningKey ensureActive(Caller caller, KeyPurpose purpose) {
    if (!caller.platform()) {
      throw new IllegalArgumentException("signing keys belong to the platform organization");
    }
    SigningKey key =
        changes.record(
            Change.operational(
                caller, caller.organization(), recording -> activeOrFirst(recording, purpose)));
    ring.forget();
    return key;
  }

  /** Under the lock of the platform's version: a second caller finds the first one's key. */
  private SigningKey activeOrFirst(Recording recording, KeyPurpose purpose) {
    Optional<SigningKey> active = store.active(purpose);
    return active.orElseGet(() -> first(recording, purpose));
  }

  private SigningKey first(Recording recording, KeyPurpose purpose) {
    KeyAlgorithm algorithm = KeyAlgorithm.of(purpose);
    KeyPair pair = algorithm.generate();
    SigningKey pending =
        new SigningKey(
            algorithm.thumbprint(pair.getPublic()),
            purpose,
            algorithm.alg(),
            KeyStatus.PENDING,
            recording.at(),
            null);
    SigningKey active =
        new SigningKey(
            pending.kid(),
            pending.purpose(),
            pending.alg(),
            KeyStatus.ACTIVE,
            recording.at(),
            recording.at());
    store.insert(recording, sealed(active, pair));
    recording.add(Effect.created(EventType.KEY_CREATED, TARGET, pending.kid(), pending));
    recording.add(Effect.changed(EventType.KEY_ACTIVATED, TARGET, active.kid(), pending, active));
    return active;
  }

  private KeyRow sealed(SigningKey key, KeyPair pair) {
    byte[] publicKey = pair.getPublic().getEncoded();
    KeyRow unsealed = new KeyRow(key, publicKey, KeyRow.SEAL_VERSION, null);
    byte[] pkcs8 = pair.getPrivate().getEncoded();
    try {
      SealedKey sealed = envelope.seal(pkcs8, unsealed.binding());
      return new KeyRow(key, publicKey, KeyRow.SEAL_VERSION, sealed);
    } finally {
      Arrays.fill(pkcs8, (byte) 0);
    }
  }
}

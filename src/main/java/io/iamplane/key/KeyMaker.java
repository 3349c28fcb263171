package io.iamplane.key;

import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.SealedKey;
import jakarta.inject.Singleton;
import java.security.KeyPair;
import java.util.Arrays;

/** Makes keys: random, named by their thumbprint, their private part sealed. */
@Singleton
class KeyMaker {

  private final Envelope envelope;

  KeyMaker(Envelope envelope) {
    this.envelope = envelope;
  }

  /** A key that is in no row yet. */
  record NewKey(String kid, byte[] publicKey, SealedKey privateKey) {

    KeyRow row(SigningKey key) {
      return new KeyRow(key, publicKey, KeyRow.SEAL_VERSION, privateKey);
    }
  }

  /**
   * Makes a key. Asks the key provider, which may be another system: not under a lock.
   *
   * @throws io.iamplane.key.seal.KeyProviderUnavailableException when it cannot be sealed
   */
  NewKey make(KeyPurpose purpose) {
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

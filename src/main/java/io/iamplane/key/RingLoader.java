package io.iamplane.key;

import io.iamplane.key.seal.Envelope;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.UnsealException;
import jakarta.inject.Singleton;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads the token keys and unwraps the one that signs. */
@Singleton
class RingLoader {

  private static final Logger LOG = Logger.getLogger(RingLoader.class);

  private final SigningKeyQuery store;
  private final Envelope envelope;

  RingLoader(SigningKeyQuery store, Envelope envelope) {
    this.store = store;
    this.envelope = envelope;
  }

  /**
   * Reads the present keys.
   *
   * @param previous the ring before; its signer is kept while its key is active, so that an
   *     unreachable key provider stops no signing
   * @throws RuntimeException when the database does not answer
   */
  Ring load(@Nullable Ring previous) {
    // While requests hold the whole pool, the keys must not seem out of date.
    List<KeyRow> rows = store.publishedOnControl(KeyPurpose.TOKEN);
    Map<String, ECPublicKey> verifying = new LinkedHashMap<>();
    TokenSigner signer = null;
    Instant signingSince = null;
    for (KeyRow row : rows) {
      verifying.put(row.key().kid(), publicKey(row, previous));
      if (row.key().status() == KeyStatus.ACTIVE) {
        signer = signer(row, previous);
        signingSince = row.key().activatedAt();
      }
    }
    return new Ring(Collections.unmodifiableMap(verifying), signer, signingSince);
  }

  /** A name is its key's thumbprint: what was read before need not be decoded again. */
  private static ECPublicKey publicKey(KeyRow row, @Nullable Ring previous) {
    ECPublicKey known = previous == null ? null : previous.verifying().get(row.key().kid());
    return known == null ? Es256.publicKey(row.publicKey()) : known;
  }

  private @Nullable TokenSigner signer(KeyRow row, @Nullable Ring previous) {
    String kid = row.key().kid();
    TokenSigner known = previous == null ? null : previous.signer();
    if (known != null && known.kid().equals(kid)) {
      return known;
    }
    SealedKey sealed = row.privateKey();
    if (sealed == null) {
      throw new IllegalStateException("active key without a private part: " + kid);
    }
    try {
      byte[] pkcs8 = envelope.open(sealed, row.binding());
      TokenSigner signer = new TokenSigner(kid, Es256.privateKey(pkcs8));
      Arrays.fill(pkcs8, (byte) 0);
      return signer;
    } catch (KeyProviderUnavailableException | UnsealException e) {
      LOG.errorf("signing key %s cannot be unwrapped, no token is issued: %s", kid, e.getMessage());
      return null;
    }
  }
}

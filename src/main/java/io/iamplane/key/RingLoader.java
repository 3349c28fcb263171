package io.iamplane.key;

import io.iamplane.key.lifecycle.KeyStatus;
import jakarta.inject.Singleton;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the token keys and unwraps the one that signs. */
@Singleton
class RingLoader {

  private final SigningKeyQuery store;
  private final SignerUnwrapping unwrapping;

  RingLoader(SigningKeyQuery store, SignerUnwrapping unwrapping) {
    this.store = store;
    this.unwrapping = unwrapping;
  }

  /**
   * Reads the present keys. The previous signer is kept while its key is active, so that an
   * unreachable key provider stops no signing.
   *
   * @throws RuntimeException when the database does not answer
   */
  Ring load(@Nullable Ring previous) {
    // While requests hold the whole pool, the keys must not seem out of date.
    List<KeyRow> rows = store.publishedOrEarly(KeyPurpose.TOKEN);
    Map<String, ECPublicKey> verifying = new LinkedHashMap<>();
    TokenSigner signer = null;
    Instant signingSince = null;
    int early = 0;
    for (KeyRow row : rows) {
      early += row.key().activatedEarly() ? 1 : 0;
      if (!row.key().state().isPublished()) {
        continue;
      }
      verifying.put(row.key().kid(), publicKey(row, previous));
      if (row.key().status() == KeyStatus.ACTIVE) {
        signer = signer(row, previous);
        signingSince = row.key().activatedAt();
      }
    }
    return new Ring(Collections.unmodifiableMap(verifying), signer, signingSince, early);
  }

  /** Reuses a decoded key of the same name, which is its thumbprint. */
  private static ECPublicKey publicKey(KeyRow row, @Nullable Ring previous) {
    ECPublicKey known = previous == null ? null : previous.verifying().get(row.key().kid());
    return known == null ? Es256.publicKey(row.publicKey()) : known;
  }

  private @Nullable TokenSigner signer(KeyRow row, @Nullable Ring previous) {
    TokenSigner known = previous == null ? null : previous.signer();
    if (known != null && known.kid().equals(row.key().kid())) {
      return known;
    }
    return unwrapping.of(row);
  }
}

package io.iamplane.key;

import io.iamplane.key.seal.Binding;
import io.iamplane.key.seal.SealedKey;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code iam_signing_keys}.
 *
 * @param publicKey SubjectPublicKeyInfo, DER
 * @param privateKey PKCS #8, sealed; null once it can never sign again
 */
record KeyRow(SigningKey key, byte[] publicKey, int sealVersion, @Nullable SealedKey privateKey) {

  static final int SEAL_VERSION = 1;

  /** Returns the key after a step; it loses its private part if it never signs again. */
  KeyRow after(SigningKey stepped) {
    boolean signs =
        switch (stepped.status()) {
          case PENDING, ACTIVE -> true;
          case OVERLAP, RETIRED, REVOKED -> false;
        };
    return new KeyRow(stepped, publicKey, sealVersion, signs ? privateKey : null);
  }

  Binding binding() {
    return binding(key.kid(), sealVersion);
  }

  static Binding binding(String kid, int sealVersion) {
    return new Binding("iam_signing_keys", Binding.PLATFORM, kid, sealVersion);
  }
}

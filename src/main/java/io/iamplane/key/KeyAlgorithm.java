package io.iamplane.key;

import io.iamplane.chain.note.Ed25519;
import io.iamplane.shared.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.util.Base64;

/** The algorithm and the name of a purpose's keys. */
enum KeyAlgorithm {
  /** ECDSA on P-256 (RFC 7518, section 3.4). */
  ES256(Es256.ALG) {
    @Override
    KeyPair generate() {
      return Es256.generate();
    }

    @Override
    String thumbprint(PublicKey key) {
      return Curve.P256.thumbprint(Es256.publicKey(key.getEncoded()));
    }
  },
  /** EdDSA on edwards25519 (RFC 8032, RFC 8037). */
  ED25519("Ed25519") {
    @Override
    KeyPair generate() {
      try {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this Java runtime does not support Ed25519 keys", e);
      }
    }

    @Override
    String thumbprint(PublicKey key) {
      Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
      String members =
          "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}"
              .formatted(base64.encodeToString(Ed25519.raw(key)));
      return base64.encodeToString(Hashes.sha256(members.getBytes(StandardCharsets.US_ASCII)));
    }
  };

  private final String alg;

  KeyAlgorithm(String alg) {
    this.alg = alg;
  }

  static KeyAlgorithm of(KeyPurpose purpose) {
    return switch (purpose) {
      case TOKEN -> ES256;
      case AUDIT -> ED25519;
    };
  }

  /** The name in a row and in audit records. */
  String alg() {
    return alg;
  }

  abstract KeyPair generate();

  /** The key's own name: its JWK thumbprint (RFC 7638; RFC 8037, appendix A.3). */
  abstract String thumbprint(PublicKey key);
}

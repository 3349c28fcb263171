package io.iamplane.directory.client;

import io.iamplane.directory.client.SignatureScheme.Ecdsa;
import io.iamplane.directory.client.SignatureScheme.EdDsa;
import io.iamplane.directory.client.SignatureScheme.Rsa;
import io.iamplane.key.Curve;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The algorithms of clients' assertions (RFC 7518, section 3.1; RFC 8037, section 3.1; RFC 9864,
 * section 2.2). All are signatures by a private key: neither {@code none} nor HMAC exists here.
 */
public enum AssertionAlgorithm {
  ES256("ES256", new Ecdsa(Curve.P256)),
  ES384("ES384", new Ecdsa(Curve.P384)),
  ES512("ES512", new Ecdsa(Curve.P521)),
  RS256("RS256", Rsa.pkcs1(256)),
  RS384("RS384", Rsa.pkcs1(384)),
  RS512("RS512", Rsa.pkcs1(512)),
  PS256("PS256", Rsa.pss(256)),
  PS384("PS384", Rsa.pss(384)),
  PS512("PS512", Rsa.pss(512)),
  EDDSA("EdDSA", new EdDsa()),
  ED25519("Ed25519", new EdDsa());

  private final String alg;
  private final SignatureScheme scheme;

  AssertionAlgorithm(String alg, SignatureScheme scheme) {
    this.alg = alg;
    this.scheme = scheme;
  }

  /** The algorithm with a name; empty for a name that is not one of these, letter by letter. */
  public static Optional<AssertionAlgorithm> of(String alg) {
    return Stream.of(values()).filter(each -> each.alg.equals(alg)).findFirst();
  }

  /** The names of all, for metadata. */
  public static List<String> names() {
    return Stream.of(values()).map(AssertionAlgorithm::alg).toList();
  }

  /** The name in a JWS header and a JWK. */
  public String alg() {
    return alg;
  }

  /** Returns true if a signature can have this length in bytes; costs nothing. */
  public boolean hasLength(int length) {
    return scheme.hasLength(length);
  }

  /** The key is one of {@link JsonWebKeys#find}, or {@link #stranger}. */
  public boolean verifies(PublicKey key, byte[] data, byte[] signature) {
    return hasLength(signature.length) && scheme.verifies(key, data, signature);
  }

  /** Makes a public key that signed nothing: a stand-in for a missing key takes the same time. */
  public PublicKey stranger() {
    return scheme.stranger();
  }
}

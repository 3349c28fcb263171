package io.iamplane.key;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.security.interfaces.ECPublicKey;

/** A public key on P-256 as JSON (RFC 7517; members of RFC 7518, section 6.2.1). */
@RegisterForReflection
@JsonPropertyOrder({"kty", "use", "alg", "kid", "crv", "x", "y"})
record Jwk(String kty, String use, String alg, String kid, String crv, String x, String y) {

  static Jwk of(String kid, ECPublicKey key) {
    return new Jwk(
        "EC",
        "sig",
        Es256.ALG,
        kid,
        Curve.P256.jwk(),
        Curve.P256.coordinate(key.getW().getAffineX()),
        Curve.P256.coordinate(key.getW().getAffineY()));
  }
}

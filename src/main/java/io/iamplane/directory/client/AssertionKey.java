package io.iamplane.directory.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.note.Ed25519;
import io.iamplane.key.Curve;
import io.iamplane.shared.Hashes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A public key of a client, which verifies the algorithms of its kind and no other (RFC 8725,
 * section 3.1).
 *
 * @param algorithms one, unless it is a key of RSA or EdDSA that names none
 */
record AssertionKey(PublicKey key, Set<AssertionAlgorithm> algorithms) {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  static final String EC = "EC";
  static final String RSA = "RSA";
  static final String OKP = "OKP";
  static final String ED25519 = "Ed25519";
  static final String USE = "sig";

  boolean takes(AssertionAlgorithm algorithm) {
    return algorithms.contains(algorithm);
  }

  /** The key's own name, of its required members in alphabetical order (RFC 7638, section 3). */
  String thumbprint() {
    ObjectNode sorted = JsonNodeFactory.instance.objectNode();
    ObjectNode members = members();
    Stream.of("crv", "e", "kty", "n", "x", "y")
        .filter(members::has)
        .forEach(name -> sorted.set(name, members.get(name)));
    return BASE64.encodeToString(
        Hashes.sha256(sorted.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  /** The key as {@link PublicJwk} reads it. */
  ObjectNode json(String kid) {
    ObjectNode jwk = members().put("kid", kid).put("use", USE);
    if (algorithms.size() == 1) {
      jwk.put("alg", algorithms.iterator().next().alg());
    }
    return jwk;
  }

  private ObjectNode members() {
    ObjectNode jwk = JsonNodeFactory.instance.objectNode();
    return switch (key) {
      case ECPublicKey ec -> {
        Curve curve = curve();
        yield jwk.put("kty", EC)
            .put("crv", curve.jwk())
            .put("x", curve.coordinate(ec.getW().getAffineX()))
            .put("y", curve.coordinate(ec.getW().getAffineY()));
      }
      case RSAPublicKey rsa ->
          jwk.put("kty", RSA)
              .put("n", unsigned(rsa.getModulus()))
              .put("e", unsigned(rsa.getPublicExponent()));
      default ->
          jwk.put("kty", OKP).put("crv", ED25519).put("x", BASE64.encodeToString(Ed25519.raw(key)));
    };
  }

  private Curve curve() {
    return Stream.of(Curve.values())
        .filter(curve -> algorithms.stream().anyMatch(each -> each.alg().equals(curve.alg())))
        .findFirst()
        .orElseThrow();
  }

  /** The fewest bytes that hold a number (Base64urlUInt, RFC 7518, section 2). */
  private static String unsigned(BigInteger number) {
    byte[] signed = number.toByteArray();
    int from = signed.length > 1 && signed[0] == 0 ? 1 : 0;
    return BASE64.encodeToString(Arrays.copyOfRange(signed, from, signed.length));
  }

  @Override
  public String toString() {
    return thumbprint();
  }
}

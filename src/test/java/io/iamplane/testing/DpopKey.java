package io.iamplane.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Instant;
import java.util.UUID;

/** The key of a client, and proofs by it (RFC 9449, section 4.2), right ones and wrong ones. */
public final class DpopKey {

  /** The value of {@code iam.issuer} in tests. */
  public static final String ISSUER = "http://localhost:8080";

  private final String alg;
  private final KeyPair pair;

  public DpopKey() {
    this("ES256");
  }

  public DpopKey(String alg) {
    this.alg = alg;
    this.pair = TestKeys.pair(alg);
  }

  /** The public key. */
  public ObjectNode jwk() {
    return TestKeys.jwk(pair.getPublic());
  }

  /** The thumbprint (RFC 7638), as another library computes it. */
  public String thumbprint() {
    try {
      return JWK.parse(jwk().toString()).computeThumbprint().toString();
    } catch (JOSEException | ParseException e) {
      throw new IllegalStateException(e);
    }
  }

  public ObjectNode header() {
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    header.put("typ", "dpop+jwt").put("alg", alg).set("jwk", jwk());
    return header;
  }

  /** The claims of a good, unused proof without a token. */
  public static ObjectNode claims(String method, String path, Instant now) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("jti", UUID.randomUUID().toString())
        .put("htm", method)
        .put("htu", ISSUER + path)
        .put("iat", now.getEpochSecond());
  }

  /** The claims of a good, unused proof with a token. */
  public static ObjectNode claims(String method, String path, Instant now, String token) {
    return claims(method, path, now).put("ath", hash(token));
  }

  /** A good, unused proof for the token endpoint, or another without a token. */
  public String proof(String method, String path) {
    return sign(header(), claims(method, path, Instant.now()));
  }

  /** A good, unused proof that comes with a token. */
  public String proof(String method, String path, String token) {
    return sign(header(), claims(method, path, Instant.now(), token));
  }

  public String sign(ObjectNode header, ObjectNode claims) {
    String input = AssertionForge.input(header.toString(), claims.toString());
    return input
        + "."
        + AssertionForge.base64(TestKeys.sign(alg, pair.getPrivate(), input.getBytes(US_ASCII)));
  }

  private static String hash(String token) {
    try {
      return AssertionForge.base64(
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

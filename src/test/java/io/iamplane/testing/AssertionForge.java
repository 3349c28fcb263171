package io.iamplane.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/** A client with a key pair: makes assertions by hand, right ones and wrong ones. */
public final class AssertionForge {

  public static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  /** The value of {@code iam.issuer} in tests. */
  public static final String ISSUER = "http://localhost:8080";

  public static final String ENDPOINT = ISSUER + "/oauth/token";

  private final String kid;
  private final KeyPair pair = Es256.generate();

  public AssertionForge(String kid) {
    this.kid = kid;
  }

  public KeyPair pair() {
    return pair;
  }

  /** The public key. */
  public ObjectNode jwk() {
    ECPublicKey key = (ECPublicKey) pair.getPublic();
    return JsonNodeFactory.instance
        .objectNode()
        .put("kty", "EC")
        .put("crv", "P-256")
        .put("kid", kid)
        .put("x", coordinate(key.getW().getAffineX()))
        .put("y", coordinate(key.getW().getAffineY()));
  }

  public static ObjectNode jwks(ObjectNode... keys) {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    set.putArray("keys").addAll(Arrays.asList(keys));
    return set;
  }

  public ObjectNode header() {
    return JsonNodeFactory.instance.objectNode().put("alg", "ES256").put("kid", kid);
  }

  /** The claims of a good, unused assertion. */
  public static ObjectNode claims(String clientId, Instant now) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("iss", clientId)
        .put("sub", clientId)
        .put("aud", ENDPOINT)
        .put("jti", UUID.randomUUID().toString())
        .put("iat", now.getEpochSecond())
        .put("exp", now.getEpochSecond() + 60);
  }

  public String good(String clientId, Instant now) {
    return sign(header(), claims(clientId, now));
  }

  public String sign(ObjectNode header, ObjectNode claims) {
    return sign(header.toString(), claims.toString());
  }

  public String sign(String header, String claims) {
    String input = input(header, claims);
    return input + "." + base64(Es256.sign(pair.getPrivate(), input.getBytes(UTF_8)));
  }

  /** The signing input. */
  public static String input(String header, String claims) {
    return base64(header.getBytes(UTF_8)) + "." + base64(claims.getBytes(UTF_8));
  }

  public static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String coordinate(BigInteger value) {
    byte[] fixed = new byte[32];
    byte[] signed = value.toByteArray();
    int length = Math.min(signed.length, 32);
    System.arraycopy(signed, signed.length - length, fixed, 32 - length, length);
    return base64(fixed);
  }
}

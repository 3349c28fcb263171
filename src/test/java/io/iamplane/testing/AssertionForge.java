package io.iamplane.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * A client with a key pair: makes assertions by hand, right ones and wrong ones. Keys and
 * signatures are the JDK's.
 */
public final class AssertionForge {

  public static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  /** The value of {@code iam.issuer} in tests. */
  public static final String ISSUER = "http://localhost:8080";

  public static final String ENDPOINT = ISSUER + "/oauth/token";

  private final String kid;
  private final String alg;
  private final KeyPair pair;

  public AssertionForge(String kid) {
    this(kid, "ES256");
  }

  /** Makes a client that signs by an algorithm (RFC 7518, section 3.1; RFC 8037, section 3.1). */
  public AssertionForge(String kid, String alg) {
    this(kid, alg, TestKeys.pair(alg));
  }

  /** Makes a client of a given key, which may sign by several algorithms. */
  public AssertionForge(String kid, String alg, KeyPair pair) {
    this.kid = kid;
    this.alg = alg;
    this.pair = pair;
  }

  public KeyPair pair() {
    return pair;
  }

  /** The public key, which names no algorithm. */
  public ObjectNode jwk() {
    return TestKeys.jwk(pair.getPublic()).put("kid", kid);
  }

  public static ObjectNode jwks(ObjectNode... keys) {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    set.putArray("keys").addAll(Arrays.asList(keys));
    return set;
  }

  public ObjectNode header() {
    return JsonNodeFactory.instance.objectNode().put("alg", alg).put("kid", kid);
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
    return input + "." + base64(TestKeys.sign(alg, pair.getPrivate(), input.getBytes(UTF_8)));
  }

  /** The signing input. */
  public static String input(String header, String claims) {
    return base64(header.getBytes(UTF_8)) + "." + base64(claims.getBytes(UTF_8));
  }

  public static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}

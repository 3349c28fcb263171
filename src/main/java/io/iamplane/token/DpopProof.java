package io.iamplane.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.directory.client.JsonWebKeys;
import io.iamplane.shared.IamException;
import java.security.PublicKey;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A DPoP proof (RFC 9449, section 4.2), taken apart. It has the form of one, and a public key; its
 * signature may not be verified yet. {@link DpopProofs} makes it.
 */
public final class DpopProof {

  /** The header of a request with a proof, and the scheme of a token that is bound to a key. */
  public static final String NAME = "DPoP";

  private static final String TYPE = "dpop+jwt";

  /** In characters: ES256 takes some 500, RSA with the longest key some 3,500. */
  private static final int MAX_LENGTH = 4_096;

  private static final int MAX_ID_LENGTH = 256;
  private static final Pattern THUMBPRINT = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final CompactJws jws;
  private final AssertionAlgorithm algorithm;
  private final PublicKey key;
  private final String thumbprint;
  private final Claims claims;

  private DpopProof(
      CompactJws jws,
      AssertionAlgorithm algorithm,
      PublicKey key,
      String thumbprint,
      Claims claims) {
    this.jws = jws;
    this.algorithm = algorithm;
    this.key = key;
    this.thumbprint = thumbprint;
    this.claims = claims;
  }

  /** The claims of a proof, {@code issuedAt} in seconds since 1970; others mean nothing here. */
  record Claims(String method, String url, long issuedAt, String id, @Nullable String tokenHash) {

    static Claims read(JsonNode claims) {
      String hash = claims.path("ath").textValue();
      if (claims.has("ath") && hash == null) {
        throw new DpopRefusedException("'ath' must be a string.");
      }
      String id = text(claims, "jti");
      if (id.length() > MAX_ID_LENGTH) {
        throw new DpopRefusedException("'jti' must have at most " + MAX_ID_LENGTH + " characters.");
      }
      return new Claims(text(claims, "htm"), text(claims, "htu"), time(claims), id, hash);
    }

    private static String text(JsonNode claims, String name) {
      String value = claims.path(name).textValue();
      if (value == null || value.isEmpty()) {
        throw new DpopRefusedException("'" + name + "' must be a non-empty string.");
      }
      return value;
    }

    private static long time(JsonNode claims) {
      JsonNode value = claims.path("iat");
      if (!value.isNumber() || !value.canConvertToLong()) {
        throw new DpopRefusedException(
            "'iat' must be a number of seconds since 1970-01-01T00:00:00Z.");
      }
      return value.longValue();
    }
  }

  /** Takes a proof apart by cheap checks; throws {@link DpopRefusedException} for another form. */
  static DpopProof parse(String text) {
    CompactJws jws;
    JsonNode payload;
    try {
      jws = CompactJws.parse(text, MAX_LENGTH);
      payload = jws.payload();
    } catch (TokenRefusedException e) {
      throw new DpopRefusedException(
          "The proof must be a JWT of at most " + MAX_LENGTH + " characters.");
    }
    if (!TYPE.equals(jws.header().path("typ").textValue()) || jws.header().has("crit")) {
      throw new DpopRefusedException("'typ' must be '" + TYPE + "', and 'crit' must be absent.");
    }
    AssertionAlgorithm algorithm =
        Optional.ofNullable(jws.header().path("alg").textValue())
            .flatMap(AssertionAlgorithm::of)
            .orElseThrow(() ->
                new DpopRefusedException(
                    "'alg' must be one of 'dpop_signing_alg_values_supported' in the server"
                        + " metadata."));
    return withKey(jws, algorithm, Claims.read(payload));
  }

  private static DpopProof withKey(CompactJws jws, AssertionAlgorithm algorithm, Claims claims) {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    set.putArray("keys").add(jws.header().path("jwk"));
    try {
      JsonWebKeys keys = JsonWebKeys.parse(set);
      PublicKey key =
          keys.find(null, algorithm)
              .orElseThrow(() ->
                  new DpopRefusedException("'jwk' must be a key for the algorithm in 'alg'."));
      return new DpopProof(
          jws, algorithm, key, keys.thumbprints().values().iterator().next(), claims);
    } catch (IamException e) {
      // Not its detail, which could quote a name of the client's choice.
      throw new DpopRefusedException("'jwk' must be a public key for signatures.");
    }
  }

  /** Returns true for a text in the form of a thumbprint: SHA-256 in base64url. */
  public static boolean isThumbprint(String text) {
    return THUMBPRINT.matcher(text).matches();
  }

  /** The key's thumbprint (RFC 7638), {@code jkt} of a token that is bound to it. */
  public String thumbprint() {
    return thumbprint;
  }

  Claims claims() {
    return claims;
  }

  /** Verifies the signature: 0.2 ms by ES256, 0.04 by RSA of 2,048 bits, 1.4 by ES512. */
  boolean isSigned() {
    return algorithm.verifies(key, jws.signingInput(), jws.signature());
  }

  @Override
  public String toString() {
    return "proof of " + thumbprint;
  }
}

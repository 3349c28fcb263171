package io.iamplane.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.shared.IamException;
import java.security.interfaces.ECPublicKey;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One key of a set, as received (RFC 7517, section 4; RFC 7518, section 6.2.1). */
final class PublicJwk {

  private static final String TYPE = "EC";
  private static final String USE = "sig";
  private static final String OPERATION = "verify";

  /** The private members of every key type (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
  private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

  private static final Pattern KID = Pattern.compile("[\\x21-\\x7E]{1,128}");

  private final String place;
  private final JsonNode jwk;

  PublicJwk(String place, JsonNode jwk) {
    this.place = place;
    this.jwk = jwk;
  }

  /** The key's name, when it has one. */
  Optional<String> kid() {
    String kid = text("kid");
    if (kid != null && !KID.matcher(kid).matches()) {
      throw fault("kid", "is 1 to 128 printable ASCII characters without space");
    }
    return Optional.ofNullable(kid);
  }

  ECPublicKey key() {
    if (!jwk.isObject()) {
      throw IamException.validation(place, "is an object");
    }
    for (String member : PRIVATE) {
      if (jwk.has(member)) {
        throw fault(member, "is private: replace the key, and send the public half of the new one");
      }
    }
    require("kty", TYPE);
    require("crv", Es256.CURVE);
    allow("use", USE);
    allow("alg", Es256.ALG);
    requireOperations(jwk.path("key_ops"));
    byte[] x = coordinate("x");
    byte[] y = coordinate("y");
    try {
      return Es256.publicKey(x, y);
    } catch (IllegalArgumentException e) {
      throw IamException.validation(place, "is no point of " + Es256.CURVE);
    }
  }

  static ObjectNode json(String kid, ECPublicKey key) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kty", TYPE)
        .put("crv", Es256.CURVE)
        .put("kid", kid)
        .put("use", USE)
        .put("alg", Es256.ALG)
        .put("x", Es256.coordinate(key.getW().getAffineX()))
        .put("y", Es256.coordinate(key.getW().getAffineY()));
  }

  /** An error of one member; never shows its value. */
  IamException fault(String member, String message) {
    return IamException.validation(place + "." + member, message);
  }

  private void require(String member, String only) {
    if (!only.equals(text(member))) {
      throw fault(member, "must be " + only);
    }
  }

  private void allow(String member, String only) {
    if (jwk.has(member)) {
      require(member, only);
    }
  }

  private void requireOperations(JsonNode operations) {
    boolean fits =
        operations.isMissingNode()
            || (operations.isArray()
                && operations.size() == 1
                && OPERATION.equals(operations.path(0).textValue()));
    if (!fits) {
      throw fault("key_ops", "must be [\"" + OPERATION + "\"]");
    }
  }

  private byte[] coordinate(String member) {
    String text = text(member);
    return Optional.ofNullable(text)
        .flatMap(Es256::coordinate)
        .orElseThrow(() -> fault(member, "is 32 bytes in base64url without padding"));
  }

  /** Null when the member is absent. */
  private @Nullable String text(String member) {
    JsonNode value = jwk.path(member);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isTextual()) {
      throw fault(member, "is a text");
    }
    return value.textValue();
  }
}

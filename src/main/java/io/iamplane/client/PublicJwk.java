package io.iamplane.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import java.security.interfaces.ECPublicKey;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One key of a set, as received (RFC 7517, section 4; RFC 7518, section 6.2.1). */
final class PublicJwk {

  private static final String TYPE = "EC";
  private static final String USE = "sig";
  private static final String OPERATION = "verify";

  /** The private members of every key type (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
  private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

  private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7E]{1,128}");

  private static final TextRule KID =
      text ->
          PRINTABLE.matcher(text).matches()
              ? null
              : "must have 1 to 128 printable ASCII characters without space";

  private static final TextRule COORDINATE =
      text ->
          Es256.coordinate(text).isPresent()
              ? null
              : "must be 32 bytes in base64url without padding";

  private final JsonMembers jwk;

  /**
   * Makes a reader of a key.
   *
   * @param jwk its errors are thrown, and never show a value
   */
  PublicJwk(JsonMembers jwk) {
    this.jwk = jwk;
  }

  /** The key's name, when it has one. */
  Optional<String> kid() {
    return Optional.ofNullable(jwk.text("kid", KID));
  }

  ECPublicKey key() {
    for (String member : PRIVATE) {
      if (jwk.has(member)) {
        jwk.fault(member, "is private: replace the key, and send the public half of the new one");
      }
    }
    require("kty", TYPE);
    require("crv", Es256.CURVE);
    allow("use", USE);
    allow("alg", Es256.ALG);
    requireOperations(jwk.value("key_ops"));
    byte[] x = coordinate("x");
    byte[] y = coordinate("y");
    try {
      return Es256.publicKey(x, y);
    } catch (IllegalArgumentException e) {
      throw IamException.validation(jwk.place(), "is no point of " + Es256.CURVE);
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

  private void require(String member, String only) {
    if (!only.equals(jwk.text(member))) {
      jwk.fault(member, "must be " + only);
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
      jwk.fault("key_ops", "must be [\"" + OPERATION + "\"]");
    }
  }

  private byte[] coordinate(String member) {
    jwk.require(member);
    return Optional.ofNullable(jwk.text(member, COORDINATE))
        .flatMap(Es256::coordinate)
        .orElseThrow();
  }
}

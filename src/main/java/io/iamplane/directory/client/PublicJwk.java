package io.iamplane.directory.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.chain.note.Ed25519;
import io.iamplane.key.Curve;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.TextRule;
import java.math.BigInteger;
import java.security.PublicKey;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One key of a set, as received (RFC 7517, section 4; RFC 7518, section 6; RFC 8037, section 2).
 */
final class PublicJwk {

  /** The private members of every key type (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
  private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

  /** The operations of a key that encrypts, or agrees on a key (RFC 7517, section 4.3). */
  private static final Set<String> ENCRYPTING =
      Set.of("encrypt", "decrypt", "wrapKey", "unwrapKey", "deriveKey", "deriveBits");

  /** The algorithms of JWE for keys (RFC 7518, section 4.1). */
  private static final Pattern ENCRYPTION =
      Pattern.compile("RSA1_5|RSA-OAEP.*|ECDH-ES.*|A(128|192|256)(GCM)?KW|dir|PBES2-.*");

  private static final Set<String> KEY_AGREEMENT = Set.of("X25519", "X448");

  private static final Set<AssertionAlgorithm> RSA =
      EnumSet.range(AssertionAlgorithm.RS256, AssertionAlgorithm.PS512);

  private static final Set<AssertionAlgorithm> EDDSA =
      EnumSet.of(AssertionAlgorithm.EDDSA, AssertionAlgorithm.ED25519);

  private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7E]{1,128}");

  /** The exponents that FIPS 186-5, section 5.1, allows and keys in use have. */
  private static final BigInteger MIN_EXPONENT = BigInteger.valueOf(65_537);

  private static final BigInteger MAX_EXPONENT = BigInteger.ONE.shiftLeft(32);

  private static final TextRule KID =
      text ->
          PRINTABLE.matcher(text).matches()
              ? null
              : "must have 1 to 128 printable ASCII characters without spaces";

  private static final TextRule FILLED = text -> text.isEmpty() ? "must not be empty" : null;

  private static final TextRule BASE64URL =
      text -> bytes(text) == null ? "must be base64url without padding" : null;

  private final JsonMembers jwk;

  /** The errors of {@code jwk} are thrown, and never show a value. */
  PublicJwk(JsonMembers jwk) {
    this.jwk = jwk;
  }

  Optional<String> kid() {
    return Optional.ofNullable(jwk.text("kid", KID));
  }

  /**
   * Returns true unless the key says that it is for something else than signatures. Private members
   * are errors in each key.
   */
  boolean isForSigning() {
    for (String member : PRIVATE) {
      if (jwk.has(member)) {
        jwk.fault(
            member,
            "must not be sent, since it is private; replace the key and send only the new public"
                + " key");
      }
    }
    String use = jwk.text("use", FILLED);
    String alg = jwk.text("alg");
    String curve = jwk.text("crv");
    return (use == null || use.equals(AssertionKey.USE))
        && (alg == null || !ENCRYPTION.matcher(alg).matches())
        && (curve == null || !KEY_AGREEMENT.contains(curve))
        && verifies(jwk.value("key_ops"));
  }

  private boolean verifies(JsonNode operations) {
    if (operations.isMissingNode()) {
      return true;
    }
    Set<String> named = operations.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    boolean list = operations.isArray() && !named.isEmpty();
    if (list && ENCRYPTING.containsAll(named)) {
      return false;
    }
    if (!list || !named.contains("verify")) {
      jwk.fault("key_ops", "must be a list that contains \"verify\"");
    }
    return true;
  }

  /** The key with the algorithms that it is for. */
  AssertionKey key() {
    return switch (choice("kty", AssertionKey.EC, AssertionKey.RSA, AssertionKey.OKP)) {
      case AssertionKey.EC -> ec();
      case AssertionKey.RSA -> rsa();
      default -> edwards();
    };
  }

  private AssertionKey ec() {
    String name = choice("crv", Stream.of(Curve.values()).map(Curve::jwk).toArray(String[]::new));
    Curve curve =
        Stream.of(Curve.values()).filter(each -> each.jwk().equals(name)).findFirst().orElseThrow();
    byte[] x = coordinate(curve, "x");
    byte[] y = coordinate(curve, "y");
    try {
      return pinned(
          curve.publicKey(x, y), Set.of(AssertionAlgorithm.of(curve.alg()).orElseThrow()));
    } catch (IllegalArgumentException e) {
      throw IamException.validation(jwk.place(), "must be a point on " + curve.jwk());
    }
  }

  private byte[] coordinate(Curve curve, String member) {
    jwk.require(member);
    String text =
        jwk.text(
            member,
            value ->
                curve.coordinate(value).isPresent()
                    ? null
                    : "must be " + curve.coordinateBytes() + " bytes in base64url without padding");
    return curve.coordinate(Objects.requireNonNull(text)).orElseThrow();
  }

  private AssertionKey rsa() {
    BigInteger modulus = number("n");
    BigInteger exponent = number("e");
    if (modulus.bitLength() < SignatureScheme.Rsa.MIN_BITS
        || modulus.bitLength() > SignatureScheme.Rsa.MAX_BITS
        || !modulus.testBit(0)) {
      jwk.fault("n", "must be an odd number of 2,048 to 8,192 bits");
    }
    if (exponent.compareTo(MIN_EXPONENT) < 0
        || exponent.compareTo(MAX_EXPONENT) > 0
        || !exponent.testBit(0)) {
      jwk.fault("e", "must be an odd number from 65,537 to 2^32");
    }
    return pinned(SignatureScheme.Rsa.key(modulus, exponent), RSA);
  }

  private BigInteger number(String member) {
    return new BigInteger(1, required(member));
  }

  private AssertionKey edwards() {
    choice("crv", AssertionKey.ED25519);
    try {
      PublicKey key = Ed25519.publicKey(required("x"));
      pinned(key, EDDSA);
      // Two names of one algorithm for such a key (RFC 9864, section 2.2).
      return new AssertionKey(key, EDDSA);
    } catch (IllegalArgumentException e) {
      throw IamException.validation(jwk.place() + ".x", "must be an Ed25519 public key");
    }
  }

  private byte[] required(String member) {
    jwk.require(member);
    return Objects.requireNonNull(bytes(Objects.requireNonNull(jwk.text(member, BASE64URL))));
  }

  /** A key that names its algorithm is for no other, though it could verify it. */
  private AssertionKey pinned(PublicKey key, Set<AssertionAlgorithm> fitting) {
    if (!jwk.has("alg")) {
      return new AssertionKey(key, fitting);
    }
    String alg =
        choice("alg", fitting.stream().map(AssertionAlgorithm::alg).toArray(String[]::new));
    return new AssertionKey(key, Set.of(AssertionAlgorithm.of(alg).orElseThrow()));
  }

  private String choice(String member, String... allowed) {
    String text = jwk.text(member);
    if (text == null || !List.of(allowed).contains(text)) {
      jwk.fault(
          member,
          allowed.length == 1
              ? "must be " + allowed[0]
              : "must be one of " + String.join(", ", allowed));
    }
    return Objects.requireNonNull(text);
  }

  /** Only the one canonical text of the bytes. */
  private static byte @Nullable [] bytes(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      boolean canonical =
          bytes.length > 0
              && Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text);
      return canonical ? bytes : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}

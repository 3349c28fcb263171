package io.iamplane.token;

import static io.iamplane.key.Curve.P256;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.key.TokenSigner;
import io.iamplane.testing.TestKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Invalid tokens, made of a good one. Unless its name says otherwise, each is signed by the
 * service's own key, so that the named fault is the only reason to refuse it.
 */
final class TokenAbuses {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int HALF = 32;

  /** The order of P-256. */
  private static final BigInteger ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private final String good;
  private final TokenSigner signer;
  private final ECPublicKey published;
  private final Instant now;
  private final Map<String, String> all = new LinkedHashMap<>();

  private TokenAbuses(String good, TokenSigner signer, ECPublicKey published, Instant now) {
    this.good = good;
    this.signer = signer;
    this.published = published;
    this.now = now;
  }

  /** Tokens by their fault. */
  static Map<String, String> of(
      String good, TokenSigner signer, ECPublicKey published, Instant now) {
    TokenAbuses abuses = new TokenAbuses(good, signer, published, now);
    try {
      abuses.algorithms();
      abuses.headers();
      abuses.audiences();
      abuses.times();
      abuses.contents();
      abuses.signatures();
      abuses.texts();
      return abuses.all;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  // --- The algorithm ---

  private void algorithms() throws GeneralSecurityException {
    for (String alg :
        List.of(
            "none", "None", "NONE", "HS256", "RS256", "PS256", "ES384", "ES256K", "es256", "")) {
      header("alg " + alg + ", signed by our key", header -> header.put("alg", alg));
    }
    header("alg missing", header -> header.remove("alg"));
    header("alg null", header -> header.putNull("alg"));
    header("alg a number", header -> header.put("alg", 256));
    header("alg a list", header -> header.putArray("alg").add("ES256"));
    put("alg none, unsigned", input(header().put("alg", "none"), claims()) + ".");
    put("alg ES256, unsigned", input(header(), claims()) + ".");
    put("HS256 under the public key", hmac("HS256", published.getEncoded()));
    put("ES256 with an HMAC under the public key", hmac("ES256", published.getEncoded()));
    put("HS256 under the key's name", hmac("HS256", signer.kid().getBytes(UTF_8)));
    put("HS256 under an empty secret", hmac("HS256", new byte[1]));
    put("RS256", signed("RS256", "SHA256withRSA"));
    put("ES384", signed("ES384", "SHA384withECDSAinP1363Format"));
  }

  private String hmac(String alg, byte[] secret) throws GeneralSecurityException {
    String input = input(header().put("alg", alg), claims());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    return input + "." + BASE64.encodeToString(mac.doFinal(input.getBytes(US_ASCII)));
  }

  private String signed(String alg, String algorithm) throws GeneralSecurityException {
    String input = input(header().put("alg", alg), claims());
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(TestKeys.pair(alg).getPrivate());
    signature.update(input.getBytes(US_ASCII));
    return input + "." + BASE64.encodeToString(signature.sign());
  }

  // --- The header ---

  private void headers() {
    header("kid unknown", header -> header.put("kid", "unknown"));
    header("kid missing", header -> header.remove("kid"));
    header("kid null", header -> header.putNull("kid"));
    header("kid a number", header -> header.put("kid", 1));
    header("kid empty", header -> header.put("kid", ""));
    header("kid a path", header -> header.put("kid", "../../../../../../dev/null"));
    header("kid an absolute path", header -> header.put("kid", "/etc/passwd"));
    header("kid a URL", header -> header.put("kid", "https://evil.example.com/key"));
    header("kid SQL", header -> header.put("kid", "' OR '1'='1' --"));
    header("kid with a zero", header -> header.put("kid", signer.kid() + "\0"));
    header("kid very long", header -> header.put("kid", "k".repeat(4_000)));
    header("typ missing", header -> header.remove("typ"));
    for (String typ : List.of("JWT", "AT+JWT", "application/at+jwt", "id+jwt", "logout+jwt", "")) {
      header("typ " + typ, header -> header.put("typ", typ));
    }
    header("jku", header -> header.put("jku", "https://evil.example.com/jwks.json"));
    header("x5u", header -> header.put("x5u", "https://evil.example.com/cert.pem"));
    header("x5c", header -> header.putArray("x5c").add("AAAA"));
    header("crit", header -> header.putArray("crit").add("exp"));
    header("b64 false", header -> header.put("b64", false));
    header("zip", header -> header.put("zip", "DEF"));
    header("cty JWT", header -> header.put("cty", "JWT"));
    KeyPair own = Es256.generate();
    put("jwk, signed by it", signedBy(own, header().set("jwk", jwk(own)), claims()));
    put("kid ours, signed by another key", signedBy(own, header(), claims()));
    put(
        "kid of another key that signed it",
        signedBy(
            own, header().put("kid", P256.thumbprint((ECPublicKey) own.getPublic())), claims()));
  }

  private static ObjectNode jwk(KeyPair pair) {
    ECPublicKey key = (ECPublicKey) pair.getPublic();
    return MAPPER
        .createObjectNode()
        .put("kty", "EC")
        .put("crv", "P-256")
        .put("x", P256.coordinate(key.getW().getAffineX()))
        .put("y", P256.coordinate(key.getW().getAffineY()));
  }

  // --- Whom it is for ---

  private void audiences() {
    claim("aud missing", claims -> claims.remove("aud"));
    claim("aud wrong", claims -> claims.put("aud", "another-service"));
    claim("aud empty", claims -> claims.put("aud", ""));
    claim("aud null", claims -> claims.putNull("aud"));
    claim("aud a number", claims -> claims.put("aud", 1));
    claim("aud an object", claims -> claims.putObject("aud").put("iam-admin", true));
    claim("aud an empty list", claims -> claims.putArray("aud"));
    claim("aud a list without ours", claims -> claims.putArray("aud").add("a").add("b"));
    claim("aud a list with a number", claims -> claims.putArray("aud").add("iam-admin").add(1));
    claim("aud a nested list", claims -> claims.putArray("aud").addArray().add("iam-admin"));
    claim("aud longer than ours", claims -> claims.put("aud", "iam-admin-2"));
    claim("aud in capitals", claims -> claims.put("aud", "IAM-ADMIN"));
    String issuer = claims().path("iss").textValue();
    claim("iss missing", claims -> claims.remove("iss"));
    claim("iss with a trailing slash", claims -> claims.put("iss", issuer + "/"));
    claim("iss in capitals", claims -> claims.put("iss", issuer.replace("localhost", "LOCALHOST")));
    claim("iss by another scheme", claims -> claims.put("iss", issuer.replace("http:", "https:")));
    claim("iss of another", claims -> claims.put("iss", "https://evil.example.com"));
    claim("iss a list", claims -> claims.putArray("iss").add(issuer));
  }

  // --- When ---

  private void times() {
    long second = now.getEpochSecond();
    claim("exp missing", claims -> claims.remove("exp"));
    claim("exp past", claims -> claims.put("exp", second - 1));
    claim("exp long past", claims -> claims.put("iat", 1).put("exp", 2));
    claim("exp negative", claims -> claims.put("exp", -1));
    claim("exp a text", claims -> claims.put("exp", Long.toString(second + 600)));
    claim("exp with a fraction", claims -> claims.put("exp", second + 600.5));
    claim("exp null", claims -> claims.putNull("exp"));
    claim("exp in a year", claims -> claims.put("exp", second + 31_536_000));
    claim("exp beyond all numbers", claims -> claims.put("exp", BigInteger.TEN.pow(400)));
    claim("nbf in the future", claims -> claims.put("nbf", second + 300));
    claim("nbf a text", claims -> claims.put("nbf", "soon"));
    claim("iat missing", claims -> claims.remove("iat"));
    claim("iat in the future", claims -> claims.put("iat", second + 300));
    claim("iat after exp", claims -> claims.put("iat", second + 4).put("exp", second + 3));
    claim("iat a text", claims -> claims.put("iat", "now"));
    claim("iat so long ago that it lives too long", claims -> claims.put("iat", 1));
  }

  // --- What else it says ---

  private void contents() {
    for (String name : List.of("sub", "org", "client_id", "jti", "acr", "policy_version")) {
      claim(name + " missing", claims -> claims.remove(name));
      claim(name + " an object", claims -> claims.putObject(name));
    }
    claim("sub without a type", claims -> claims.put("sub", "ann"));
    claim("org a key", claims -> claims.put("org", "acme"));
    claim("acr unknown", claims -> claims.put("acr", "aal9"));
    claim("policy_version negative", claims -> claims.put("policy_version", -1));
    claim("platform a text", claims -> claims.put("platform", "true"));
    claim("scope a list", claims -> claims.putArray("scope").add("iam:*"));
    put("claims a list", sign(header().toString(), "[" + claims() + "]"));
    put("claims twice", sign(header().toString(), claims().toString() + claims()));
  }

  // --- The signature ---

  private void signatures() {
    byte[] signature = Base64.getUrlDecoder().decode(part(2));
    byte[] r = Arrays.copyOf(signature, HALF);
    byte[] s = Arrays.copyOfRange(signature, HALF, 2 * HALF);
    byte[] zero = new byte[HALF];
    byte[] order = fixed(ORDER);
    withSignature("DER", der(r, s));
    withSignature("r = 0", joined(zero, s));
    withSignature("s = 0", joined(r, zero));
    withSignature("r = s = 0", joined(zero, zero));
    withSignature("r = n", joined(order, s));
    withSignature("s = n", joined(r, order));
    withSignature("r and s beyond n", joined(filled(HALF), filled(HALF)));
    withSignature("r and s exchanged", joined(s, r));
    withSignature("s + n", joined(r, Arrays.copyOf(fixed(new BigInteger(1, s).add(ORDER)), HALF)));
    withSignature("63 bytes", Arrays.copyOf(signature, 63));
    withSignature("65 bytes", Arrays.copyOf(signature, 65));
    withSignature("96 bytes", Arrays.copyOf(signature, 96));
    withSignature("one byte", new byte[] {1});
    byte[] turned = signature.clone();
    turned[7] ^= 1;
    withSignature("one bit turned", turned);
    withSignature(
        "that of other claims",
        signer.sign(input(header(), claims().put("jti", "x")).getBytes(US_ASCII)));
  }

  private void withSignature(String name, byte[] signature) {
    put("signature: " + name, part(0) + "." + part(1) + "." + BASE64.encodeToString(signature));
  }

  private static byte[] der(byte[] r, byte[] s) {
    byte[] one = new BigInteger(1, r).toByteArray();
    byte[] two = new BigInteger(1, s).toByteArray();
    byte[] der = new byte[6 + one.length + two.length];
    der[0] = 0x30;
    der[1] = (byte) (4 + one.length + two.length);
    der[2] = 2;
    der[3] = (byte) one.length;
    System.arraycopy(one, 0, der, 4, one.length);
    der[4 + one.length] = 2;
    der[5 + one.length] = (byte) two.length;
    System.arraycopy(two, 0, der, 6 + one.length, two.length);
    return der;
  }

  private static byte[] joined(byte[] one, byte[] two) {
    byte[] both = Arrays.copyOf(one, 2 * HALF);
    System.arraycopy(two, 0, both, HALF, HALF);
    return both;
  }

  private static byte[] filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0xff);
    return bytes;
  }

  private static byte[] fixed(BigInteger value) {
    byte[] bytes = value.toByteArray();
    int from = Math.max(0, bytes.length - HALF);
    byte[] fixed = new byte[HALF];
    System.arraycopy(bytes, from, fixed, HALF - (bytes.length - from), bytes.length - from);
    return fixed;
  }

  // --- The text ---

  private void texts() {
    put("rubbish", "rubbish");
    put("dots", "..");
    put("two parts", part(0) + "." + part(1));
    put("four parts", good + ".AAAA");
    put("five parts, as an encrypted one", good + ".AAAA.AAAA");
    put("padded", good + "==");
    put("a character more", good + "A");
    put("a character less", good.substring(0, good.length() - 1));
    put("the other alphabet", good.replace('-', '+').replace('_', '/') + "+");
    put("a space within", good.replaceFirst("\\.", " ."));
    put("header and claims exchanged", part(1) + "." + part(0) + "." + part(2));
    put("too large", sign(header().toString(), claims().put("x", "x".repeat(9_000)).toString()));
    put("far too large", "a".repeat(12_000));
    put("nested", sign(header().toString(), "\"" + good + "\""));
    put("in another's claims", sign(header().put("cty", "JWT").toString(), good));
    put(
        "alg twice",
        sign(header().toString().replace("{", "{\"alg\":\"none\","), claims().toString()));
    put(
        "aud twice",
        sign(header().toString(), claims().toString().replace("{", "{\"aud\":\"a\",")));
    put(
        "claims nested deeply",
        sign(header().toString(), "{\"a\":" + "[".repeat(99) + "]".repeat(99) + "}"));
    put("claims with a tail", sign(header().toString(), claims() + "x"));
    put("claims that are no JSON", sign(header().toString(), "{org}"));
    put("claims empty", sign(header().toString(), ""));
  }

  // --- Making ---

  private void header(String name, Consumer<ObjectNode> change) {
    ObjectNode header = header();
    change.accept(header);
    put(name, sign(header.toString(), claims().toString()));
  }

  private void claim(String name, Consumer<ObjectNode> change) {
    ObjectNode claims = claims();
    change.accept(claims);
    put(name, sign(header().toString(), claims.toString()));
  }

  private void put(String name, String token) {
    if (all.put(name, token) != null) {
      throw new IllegalStateException("two are named " + name);
    }
  }

  private String sign(String header, String payload) {
    String input = encoded(header) + "." + encoded(payload);
    return input + "." + BASE64.encodeToString(signer.sign(input.getBytes(US_ASCII)));
  }

  private static String signedBy(KeyPair pair, JsonNode header, ObjectNode claims) {
    String input = input(header, claims);
    byte[] signature = Es256.sign(pair.getPrivate(), input.getBytes(US_ASCII));
    return input + "." + BASE64.encodeToString(signature);
  }

  private static String input(JsonNode header, ObjectNode claims) {
    return encoded(header.toString()) + "." + encoded(claims.toString());
  }

  private static String encoded(String text) {
    return BASE64.encodeToString(text.getBytes(UTF_8));
  }

  private String part(int number) {
    return good.split("\\.")[number];
  }

  private ObjectNode header() {
    return object(part(0));
  }

  private ObjectNode claims() {
    return object(part(1));
  }

  private static ObjectNode object(String part) {
    try {
      return (ObjectNode) MAPPER.readTree(Base64.getUrlDecoder().decode(part));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

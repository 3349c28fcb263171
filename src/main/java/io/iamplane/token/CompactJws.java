package io.iamplane.token;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.iamplane.key.Es256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * A signed JSON text taken apart (JWS compact serialization, RFC 7515, section 3.1). Base64url must
 * be canonical, members unique, and nothing may follow, so that one token has one form. Nothing in
 * it is known to be true.
 */
public final class CompactJws {

  /** The most characters of a token of ours, which has about 700. */
  static final int MAX_OWN = 8192;

  private static final int OWN_MEMBERS = 3;
  private static final int MAX_DEPTH = 4;

  private final JsonNode header;
  private final byte[] signingInput;
  private final byte[] payload;
  private final byte[] signature;

  private CompactJws(JsonNode header, byte[] signingInput, byte[] payload, byte[] signature) {
    this.header = header;
    this.signingInput = signingInput;
    this.payload = payload;
    this.signature = signature;
  }

  /**
   * Takes a token apart; looks at nothing that costs much.
   *
   * @param maxLength in characters
   * @throws TokenRefusedException when it is too long, or has another form
   */
  public static CompactJws parse(String text, int maxLength) {
    if (text.length() > maxLength) {
      throw new TokenRefusedException(TokenRefusedException.Reason.TOO_LARGE);
    }
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      throw malformed();
    }
    JsonNode header = json(decode(parts[0]));
    byte[] signature = decode(parts[2]);
    String signed = parts[0] + "." + parts[1];
    return new CompactJws(
        header, signed.getBytes(StandardCharsets.US_ASCII), decode(parts[1]), signature);
  }

  /**
   * Takes a token of ours apart, which has the header that we write: {@code alg} ES256, this {@code
   * typ}, {@code kid}, and nothing else. So {@code crit}, an embedded or linked key, and every
   * other algorithm are refused without being looked at.
   */
  static CompactJws own(String text, String type) {
    CompactJws jws = parse(text, MAX_OWN);
    if (jws.signature.length != Es256.SIGNATURE_BYTES) {
      throw new TokenRefusedException(TokenRefusedException.Reason.SIGNATURE);
    }
    if (!Es256.ALG.equals(jws.header.path("alg").textValue())) {
      throw new TokenRefusedException(TokenRefusedException.Reason.ALGORITHM);
    }
    if (!type.equals(jws.header.path("typ").textValue())) {
      throw new TokenRefusedException(TokenRefusedException.Reason.TYPE);
    }
    if (!jws.header.path("kid").isTextual() || jws.header.size() != OWN_MEMBERS) {
      throw new TokenRefusedException(TokenRefusedException.Reason.HEADER);
    }
    return jws;
  }

  public JsonNode header() {
    return header;
  }

  /** The name of the key; only of a token of ours, which has one. */
  String kid() {
    return Objects.requireNonNull(header.path("kid").textValue());
  }

  /** The claims; throws {@link TokenRefusedException} if they are no object. */
  public JsonNode payload() {
    return json(payload);
  }

  /** The bytes that the signature is over. */
  public byte[] signingInput() {
    return signingInput;
  }

  public byte[] signature() {
    return signature;
  }

  /** An object, without members named twice, and nothing after it. */
  private static JsonNode json(byte[] bytes) {
    try {
      JsonNode value = Mapper.STRICT.readTree(bytes);
      if (value != null && value.isObject()) {
        return value;
      }
    } catch (IOException e) {
      throw malformed();
    }
    throw malformed();
  }

  /** Only the one canonical text of the bytes: one token has one form. */
  private static byte[] decode(String part) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(part);
      byte[] canonical = Base64.getUrlEncoder().withoutPadding().encode(bytes);
      if (Arrays.equals(canonical, part.getBytes(StandardCharsets.UTF_8))) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
    throw malformed();
  }

  private static TokenRefusedException malformed() {
    return new TokenRefusedException(TokenRefusedException.Reason.MALFORMED);
  }

  @Override
  public String toString() {
    return "***";
  }

  private static final class Mapper {
    static final JsonMapper STRICT =
        JsonMapper.builder(
                JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
  }
}

package io.iamplane.token;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.Set;
import java.util.TreeSet;

/**
 * A token taken apart (JWS compact serialization, RFC 7515, section 3.1), with the header that we
 * write and no other: {@code alg} ES256, {@code typ} at+jwt, {@code kid}. So {@code crit}, an
 * embedded or linked key, and every other algorithm are refused without being looked at.
 */
final class SignedToken {

  static final String TYPE = "at+jwt";

  /** Ours have about 700 characters. */
  static final int MAX_LENGTH = 8192;

  private static final Set<String> HEADER = Set.of("alg", "kid", "typ");
  private static final int MAX_DEPTH = 4;

  private final String kid;
  private final byte[] signingInput;
  private final byte[] signature;
  private final byte[] payload;

  private SignedToken(String kid, byte[] signingInput, byte[] signature, byte[] payload) {
    this.kid = kid;
    this.signingInput = signingInput;
    this.signature = signature;
    this.payload = payload;
  }

  /**
   * Takes a token apart; looks at nothing that costs much.
   *
   * @throws TokenRefusedException when it is none of ours by its form
   */
  static SignedToken parse(RawToken raw) {
    String text = raw.text();
    if (text.length() > MAX_LENGTH) {
      throw new TokenRefusedException(TokenRefusedException.Reason.TOO_LARGE);
    }
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      throw malformed();
    }
    JsonNode header = json(decode(parts[0]));
    byte[] signature = decode(parts[2]);
    if (signature.length != Es256.SIGNATURE_BYTES) {
      throw new TokenRefusedException(TokenRefusedException.Reason.SIGNATURE);
    }
    String signed = parts[0] + "." + parts[1];
    return new SignedToken(
        kid(header), signed.getBytes(StandardCharsets.US_ASCII), signature, decode(parts[1]));
  }

  String kid() {
    return kid;
  }

  byte[] signingInput() {
    return signingInput;
  }

  byte[] signature() {
    return signature;
  }

  /** The claims; to be asked for once the signature holds. */
  TokenClaims claims() {
    return TokenClaims.read(json(payload))
        .orElseThrow(() -> new TokenRefusedException(TokenRefusedException.Reason.CLAIMS));
  }

  private static String kid(JsonNode header) {
    if (!Es256.ALG.equals(header.path("alg").textValue())) {
      throw new TokenRefusedException(TokenRefusedException.Reason.ALGORITHM);
    }
    if (!TYPE.equals(header.path("typ").textValue())) {
      throw new TokenRefusedException(TokenRefusedException.Reason.TYPE);
    }
    Set<String> members = new TreeSet<>();
    header.fieldNames().forEachRemaining(members::add);
    String kid = header.path("kid").textValue();
    if (kid == null || !members.equals(HEADER)) {
      throw new TokenRefusedException(TokenRefusedException.Reason.HEADER);
    }
    return kid;
  }

  /** An object, without members named twice, and nothing after it. */
  private static JsonNode json(byte[] bytes) {
    try {
      JsonNode value = Mapper.STRICT.readTree(bytes);
      if (value != null && value.isObject()) {
        return value;
      }
    } catch (JsonProcessingException e) {
      throw malformed();
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

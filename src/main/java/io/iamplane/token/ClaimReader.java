package io.iamplane.token;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Reads claims of a JWT; throws IllegalArgumentException if they are missing or invalid. */
public final class ClaimReader {

  /** The last second of year 9999; beyond it no instant is a date. */
  public static final long MAX_SECOND = 253_402_300_799L;

  private ClaimReader() {}

  public static String text(JsonNode claims, String name) {
    String value = claims.path(name).textValue();
    if (value == null || value.isEmpty()) {
      throw invalid();
    }
    return value;
  }

  /** The claim {@code aud}: a text, or several. */
  public static List<String> audience(JsonNode claims) {
    JsonNode aud = claims.path("aud");
    if (aud.isTextual()) {
      return List.of(aud.textValue());
    }
    if (!aud.isArray() || !aud.valueStream().allMatch(JsonNode::isTextual)) {
      throw invalid();
    }
    return aud.valueStream().map(JsonNode::textValue).toList();
  }

  public static IllegalArgumentException invalid() {
    return new IllegalArgumentException("claims are missing or invalid");
  }
}

package io.iamplane.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The claims of a client's assertion (RFC 7523, section 3); any others mean nothing here. */
record AssertionClaims(
    String issuer,
    String subject,
    List<String> audience,
    Instant expiresAt,
    @Nullable Instant notBefore,
    @Nullable Instant issuedAt,
    String jti) {

  /** The last second of year 9999; beyond it no instant is a date. */
  private static final long MAX_SECOND = 253_402_300_799L;

  private static final int NANO_DIGITS = 9;

  /** Empty when a claim is missing that each must have, or one is of no use. */
  static Optional<AssertionClaims> read(JsonNode claims) {
    try {
      return Optional.of(
          new AssertionClaims(
              text(claims, "iss"),
              text(claims, "sub"),
              audience(claims.path("aud")),
              instant(claims, "exp"),
              claims.has("nbf") ? instant(claims, "nbf") : null,
              claims.has("iat") ? instant(claims, "iat") : null,
              text(claims, "jti")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String text(JsonNode claims, String name) {
    String value = claims.path(name).textValue();
    if (value == null || value.isEmpty()) {
      throw invalid();
    }
    return value;
  }

  private static List<String> audience(JsonNode aud) {
    if (aud.isTextual()) {
      return List.of(aud.textValue());
    }
    if (!aud.isArray() || !aud.valueStream().allMatch(JsonNode::isTextual)) {
      throw invalid();
    }
    return aud.valueStream().map(JsonNode::textValue).toList();
  }

  /** Seconds, perhaps with a fraction (NumericDate, RFC 7519, section 2): PHP clients send one. */
  private static Instant instant(JsonNode claims, String name) {
    JsonNode value = claims.path(name);
    double rough = value.doubleValue();
    // Written so that NaN and what is no number at all (0) fail, too.
    if (!value.isNumber() || !(rough >= 0 && rough <= MAX_SECOND)) {
      throw invalid();
    }
    BigDecimal seconds = value.decimalValue().setScale(NANO_DIGITS, RoundingMode.FLOOR);
    BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
    return Instant.ofEpochSecond(
        whole.longValueExact(),
        seconds.subtract(whole).movePointRight(NANO_DIGITS).longValueExact());
  }

  private static IllegalArgumentException invalid() {
    return new IllegalArgumentException("claims are missing or invalid");
  }

  @Override
  public String toString() {
    return "claims of " + subject;
  }
}

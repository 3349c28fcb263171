package io.iamplane.oauth;

import static io.iamplane.token.ClaimReader.MAX_SECOND;
import static io.iamplane.token.ClaimReader.invalid;
import static io.iamplane.token.ClaimReader.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.token.ClaimReader;
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

  private static final int NANO_DIGITS = 9;

  /** Empty when a claim is missing that each must have, or one is of no use. */
  static Optional<AssertionClaims> read(JsonNode claims) {
    try {
      return Optional.of(
          new AssertionClaims(
              text(claims, "iss"),
              text(claims, "sub"),
              ClaimReader.audience(claims),
              instant(claims, "exp"),
              claims.has("nbf") ? instant(claims, "nbf") : null,
              claims.has("iat") ? instant(claims, "iat") : null,
              text(claims, "jti")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
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

  @Override
  public String toString() {
    return "claims of " + subject;
  }
}

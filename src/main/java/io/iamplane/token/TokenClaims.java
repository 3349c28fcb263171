package io.iamplane.token;

import static io.iamplane.token.ClaimReader.MAX_SECOND;
import static io.iamplane.token.ClaimReader.invalid;
import static io.iamplane.token.ClaimReader.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The claims of our access tokens (RFC 9068, section 2.2), and the private ones {@code org} (the
 * tenant's id), {@code platform} (true, or absent) and {@code policy_version}.
 *
 * @param subject written {@code type:id}
 * @param actor the service that acts for the subject (RFC 8693, section 4.1); null if none does
 * @param keyThumbprint {@code cnf.jkt}, the key that the token is bound to (RFC 9449, section 6.1);
 *     null if it is bound to none
 */
record TokenClaims(
    String issuer,
    List<String> audience,
    SubjectRef subject,
    String clientId,
    OrganizationId organization,
    boolean platform,
    SortedSet<String> scopes,
    Aal aal,
    long policyVersion,
    String jti,
    @Nullable SubjectRef actor,
    @Nullable String keyThumbprint,
    Times times) {

  /** To the second, as the wire has them; {@code notBefore} is null when the token names none. */
  record Times(Instant issuedAt, @Nullable Instant notBefore, Instant expiresAt) {}

  ObjectNode json() {
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims.put("iss", issuer);
    claims.put("sub", subject.toString());
    if (audience.size() == 1) {
      claims.put("aud", audience.getFirst());
    } else {
      audience.forEach(claims.putArray("aud")::add);
    }
    claims.put("exp", times.expiresAt().getEpochSecond());
    claims.put("iat", times.issuedAt().getEpochSecond());
    claims.put("jti", jti);
    claims.put("client_id", clientId);
    if (!scopes.isEmpty()) {
      claims.put("scope", String.join(" ", scopes));
    }
    claims.put("org", organization.toString());
    if (platform) {
      claims.put("platform", true);
    }
    claims.put("acr", aal.wire());
    claims.put("policy_version", policyVersion);
    if (actor != null) {
      claims.putObject("act").put("sub", actor.toString());
    }
    if (keyThumbprint != null) {
      claims.putObject("cnf").put("jkt", keyThumbprint);
    }
    return claims;
  }

  /** Reads claims; empty when one that every token of ours has is missing or invalid. */
  static Optional<TokenClaims> read(JsonNode claims) {
    try {
      return Optional.of(
          new TokenClaims(
              text(claims, "iss"),
              ClaimReader.audience(claims),
              reference(claims),
              text(claims, "client_id"),
              OrganizationId.parse(text(claims, "org")).orElseThrow(ClaimReader::invalid),
              platform(claims.path("platform")),
              scopes(claims),
              Aal.parse(text(claims, "acr")).orElseThrow(ClaimReader::invalid),
              number(claims, "policy_version"),
              text(claims, "jti"),
              claims.has("act") ? reference(claims.path("act")) : null,
              claims.has("cnf") ? text(claims.path("cnf"), "jkt") : null,
              times(claims)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static SubjectRef reference(JsonNode claims) {
    return SubjectRef.parse(text(claims, "sub")).orElseThrow(ClaimReader::invalid);
  }

  private static Times times(JsonNode claims) {
    return new Times(
        Instant.ofEpochSecond(number(claims, "iat")),
        claims.has("nbf") ? Instant.ofEpochSecond(number(claims, "nbf")) : null,
        Instant.ofEpochSecond(number(claims, "exp")));
  }

  private static boolean platform(JsonNode platform) {
    if (!platform.isMissingNode() && !platform.isBoolean()) {
      throw invalid();
    }
    return platform.booleanValue();
  }

  private static SortedSet<String> scopes(JsonNode claims) {
    return claims.has("scope")
        ? new TreeSet<>(List.of(text(claims, "scope").split(" ")))
        : new TreeSet<>();
  }

  /** A whole number, written as one: 1e9 and 1.0 are none of ours. */
  private static long number(JsonNode claims, String name) {
    JsonNode value = claims.path(name);
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.longValue() < 0
        || value.longValue() > MAX_SECOND) {
      throw invalid();
    }
    return value.longValue();
  }
}

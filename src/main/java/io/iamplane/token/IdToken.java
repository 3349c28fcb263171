package io.iamplane.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements of an ID token (OpenID Connect Core 1.0, section 2) beside issuer and times.
 *
 * @param clientId the audience
 * @param session the claim {@code sid} (OpenID Connect Front-Channel Logout 1.0, section 3): names
 *     the session and does not open it
 * @param authenticatedAt null if unknown
 * @param amr authentication methods (RFC 8176)
 * @param nonce the client's own of the authorization request; null when it sent none
 */
public record IdToken(
    SubjectRef subject,
    String clientId,
    UUID session,
    @Nullable Instant authenticatedAt,
    Aal aal,
    List<String> amr,
    @Nullable String nonce) {

  /**
   * The audience and session of an ID token that a client gives back (RP-Initiated Logout 1.0).
   *
   * @param session null if the signature was not verified: anyone may have written the audience
   */
  public record Hint(String clientId, @Nullable UUID session) {

    static Optional<Hint> read(JsonNode claims) {
      String clientId = claims.path("aud").asText();
      return UuidV7.parse(claims.path("sid").asText())
          .filter(session -> !clientId.isEmpty())
          .map(session -> new Hint(clientId, session));
    }

    Hint unproved() {
      return new Hint(clientId, null);
    }
  }

  ObjectNode json(String issuer, Instant now, Instant expiresAt) {
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims.put("iss", issuer);
    claims.put("sub", subject.toString());
    claims.put("aud", clientId);
    claims.put("exp", expiresAt.getEpochSecond());
    claims.put("iat", now.getEpochSecond());
    if (authenticatedAt != null) {
      claims.put("auth_time", authenticatedAt.getEpochSecond());
    }
    if (nonce != null) {
      claims.put("nonce", nonce);
    }
    claims.put("acr", aal.wire());
    amr.forEach(claims.putArray("amr")::add);
    claims.put("sid", session.toString());
    return claims;
  }
}

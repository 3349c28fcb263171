package io.iamplane.oauth;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.token.VerifiedToken;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The state of a token (RFC 7662, section 2.2); an inactive one has no other member. Times are
 * seconds since 1970; {@code org}, {@code acr} and {@code policy_version} are the token's own
 * claims.
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(requiredProperties = "active")
record IntrospectionResponse(
    boolean active,
    @Nullable String tokenType,
    @Nullable String scope,
    @Nullable String clientId,
    @Nullable String sub,
    @Nullable List<String> aud,
    @Nullable String iss,
    @Nullable Long exp,
    @Nullable Long iat,
    @Nullable String jti,
    @Nullable String org,
    @Nullable String acr,
    @Nullable Long policyVersion,
    @Nullable Actor act,
    @Nullable Confirmation cnf) {

  /** The service that acts for the subject (RFC 8693, section 4.1). */
  @RegisterForReflection
  record Actor(String sub) {}

  /** The key that the token is bound to (RFC 9449, section 6.2), by its thumbprint. */
  @RegisterForReflection
  record Confirmation(String jkt) {}

  /** One answer for all that is not, or must not be said. */
  static final IntrospectionResponse INACTIVE =
      new IntrospectionResponse(
          false, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null);

  static IntrospectionResponse of(VerifiedToken token) {
    return new IntrospectionResponse(
        true,
        TokenResponse.type(token.keyThumbprint().orElse(null)),
        token.scopes().isEmpty() ? null : String.join(" ", token.scopes()),
        token.clientId(),
        token.subject().toString(),
        token.audience(),
        token.issuer(),
        token.expiresAt().getEpochSecond(),
        token.issuedAt().getEpochSecond(),
        token.jti(),
        token.organization().toString(),
        token.aal().wire(),
        token.policyVersion(),
        token.actor().map(actor -> new Actor(actor.toString())).orElse(null),
        token.keyThumbprint().map(Confirmation::new).orElse(null));
  }

  @Override
  public String toString() {
    return "introspection of " + jti;
  }
}

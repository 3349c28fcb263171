package io.iamplane.oauth;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.token.DpopProof;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/**
 * A token on the wire (RFC 6749, section 5.1), {@code expiresIn} seconds.
 *
 * @param scope null if the client has no scopes
 * @param idToken of a person, if the client requested it; null otherwise
 * @param refreshToken of a person, if the client requested it; null otherwise
 * @param issuedTokenType of an exchange (RFC 8693, section 2.2.1); null otherwise
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record TokenResponse(
    String accessToken,
    String tokenType,
    long expiresIn,
    @Nullable String scope,
    @Nullable String idToken,
    @Nullable String refreshToken,
    @Nullable String issuedTokenType) {

  /** The type of a token that is bound to a key, or to none (RFC 9449, section 5). */
  static String type(@Nullable String keyThumbprint) {
    return keyThumbprint == null ? "Bearer" : DpopProof.NAME;
  }

  @Override
  public String toString() {
    return "token response, scope " + scope;
  }
}

package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.signin.RefreshTokens;
import io.iamplane.signin.SecretKind;
import io.iamplane.token.Audience;
import io.iamplane.token.TokenVerifier;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.SortedSet;

/** Issues tokens for refresh tokens (RFC 6749, section 6). */
@Singleton
class RefreshService {

  private final RefreshTokens refreshTokens;
  private final Audience audience;
  private final TokenAdmission admission;
  private final TokenVerifier verifier;

  RefreshService(
      RefreshTokens refreshTokens,
      Audience audience,
      TokenAdmission admission,
      TokenVerifier verifier) {
    this.refreshTokens = refreshTokens;
    this.audience = audience;
    this.admission = admission;
    this.verifier = verifier;
  }

  /**
   * Refreshes; signs, so off the event loop only.
   *
   * @throws OAuthException invalid_target, invalid_dpop_proof or invalid_scope, which leave the
   *     token as it is, or invalid_grant
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE if the database or the keys are
   *     unavailable, TOO_MANY_REQUESTS above the limit of a person
   */
  TokenResponse refresh(RefreshRequest request) {
    if (!request.client().isFor(request.resources(), audience)) {
      throw OAuthException.invalidTarget();
    }
    TokenProofs.require(request.proof(), request.client().dpopBoundAccessTokens());
    Secret handle = RefreshTokens.handle(request.refreshToken()).orElseThrow(this::refusal);
    return admission
        .lookUp(SecretKind.FAMILY, handle, () -> Optional.of(ask(request)))
        .orElseThrow();
  }

  private TokenResponse ask(RefreshRequest request) {
    RefreshTokens.Living living =
        refreshTokens
            .find(
                request.refreshToken(),
                request.client(),
                admission::signedIn,
                request.proof(),
                admission.origin())
            .orElseThrow(this::refusal);
    SortedSet<String> scopes = request.scope().isEmpty() ? living.scopes() : request.scope();
    if (!living.scopes().containsAll(scopes)) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE, "'scope' must not exceed the original token's scope.");
    }
    RefreshTokens.Refreshed refreshed =
        refreshTokens.refresh(living, scopes, admission.origin()).orElseThrow(this::refusal);
    if (admission.isSuspect()) {
      verifier.issued(refreshed.access().token());
    }
    return new TokenResponse(
        refreshed.access().token().reveal(),
        TokenResponse.type(living.keyThumbprint()),
        refreshed.access().lifetime().toSeconds(),
        String.join(" ", scopes),
        null,
        refreshed.refreshToken().reveal(),
        null);
  }

  private OAuthException refusal() {
    admission.refused();
    return new OAuthException(
        OAuthError.INVALID_GRANT,
        "The refresh token is unknown, revoked, expired or already used, or it belongs to another"
            + " client or key.");
  }
}

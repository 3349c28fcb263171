package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.signin.RefreshTokens;
import io.iamplane.signin.SecretKind;
import io.iamplane.signin.SignInClient;
import io.iamplane.token.Audience;
import io.iamplane.token.KeyProof;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.SortedSet;

/** Issues tokens for refresh tokens (RFC 6749, section 6). */
@Singleton
class RefreshService {

  static final String REFRESH_TOKEN = "refresh_token";

  private final RefreshTokens refreshTokens;
  private final Audience audience;
  private final TokenAdmission admission;

  RefreshService(RefreshTokens refreshTokens, Audience audience, TokenAdmission admission) {
    this.refreshTokens = refreshTokens;
    this.audience = audience;
    this.admission = admission;
  }

  /**
   * Refreshes by the token of a form; signs, so off the event loop only.
   *
   * @param client proved as its kind requires
   * @throws OAuthException invalid_request for what is wrong in the form, invalid_target,
   *     invalid_dpop_proof or invalid_scope, which leave the token as it is, or invalid_grant
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE if the database or the keys are
   *     unavailable, TOO_MANY_REQUESTS above the limit of a person
   */
  TokenResponse refresh(SignInClient client, Form form, KeyProof proof) {
    Secret token = new Secret(form.required(REFRESH_TOKEN));
    SortedSet<String> asked = TokenRequest.scope(form);
    if (!client.isFor(form.all(Audience.RESOURCE), audience)) {
      throw OAuthException.invalidTarget();
    }
    TokenProofs.require(proof, client.dpopBoundAccessTokens());
    Secret handle = RefreshTokens.handle(token).orElseThrow(this::refusal);
    return admission
        .lookUp(SecretKind.FAMILY, handle, () -> Optional.of(ask(token, client, asked, proof)))
        .orElseThrow();
  }

  private TokenResponse ask(
      Secret token, SignInClient client, SortedSet<String> asked, KeyProof proof) {
    RefreshTokens.Living living =
        refreshTokens
            .find(token, client, admission::signedIn, proof, admission.origin())
            .orElseThrow(this::refusal);
    SortedSet<String> scopes = asked.isEmpty() ? living.scopes() : asked;
    if (!living.scopes().containsAll(scopes)) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE, "'scope' must not exceed the original token's scope.");
    }
    RefreshTokens.Refreshed refreshed =
        refreshTokens.refresh(living, scopes, admission.origin()).orElseThrow(this::refusal);
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

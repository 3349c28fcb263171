package io.iamplane.signin;

import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.IdToken;
import io.iamplane.token.IdTokens;
import io.iamplane.token.TokenSubject;
import jakarta.inject.Singleton;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Makes the tokens of people. */
@Singleton
class PersonTokens {

  private final AccessTokens accessTokens;
  private final IdTokens idTokens;

  PersonTokens(AccessTokens accessTokens, IdTokens idTokens) {
    this.accessTokens = accessTokens;
    this.idTokens = idTokens;
  }

  /**
   * The tokens that a code stands for, but for the refresh token. Signs: off the event loop only.
   */
  CodeRedemption.Redeemed issue(
      AuthorizationCode code, SignInSession session, String jti, @Nullable String keyThumbprint) {
    boolean asked = code.scopes().contains(Scopes.OPENID);
    return new CodeRedemption.Redeemed(
        access(session, code.clientId(), code.scopes(), jti, keyThumbprint),
        String.join(" ", code.scopes()),
        asked ? idToken(code, session) : null,
        null,
        keyThumbprint);
  }

  /**
   * An access token of a session. Signs: off the event loop only.
   *
   * @param keyThumbprint the key that it is bound to (RFC 9449); null for none
   */
  AccessTokens.Issued access(
      SignInSession session,
      String clientId,
      SortedSet<String> scopes,
      String jti,
      @Nullable String keyThumbprint) {
    TokenSubject subject =
        new TokenSubject(
            session.organization(),
            session.platform(),
            session.subject(),
            clientId,
            session.aal(),
            session.policyVersion(),
            null,
            keyThumbprint);
    return accessTokens.issue(subject, scopes, jti);
  }

  private Secret idToken(AuthorizationCode code, SignInSession session) {
    return idTokens.issue(
        new IdToken(
            session.subject(),
            code.clientId(),
            session.id(),
            session.authenticatedAt(),
            session.aal(),
            session.amr(),
            code.nonce()));
  }
}

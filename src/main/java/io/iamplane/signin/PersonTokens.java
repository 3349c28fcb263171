package io.iamplane.signin;

import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.IdToken;
import io.iamplane.token.IdTokens;
import io.iamplane.token.TokenSubject;
import jakarta.inject.Singleton;

/** Makes the tokens of people. */
@Singleton
class PersonTokens {

  private final AccessTokens accessTokens;
  private final IdTokens idTokens;

  PersonTokens(AccessTokens accessTokens, IdTokens idTokens) {
    this.accessTokens = accessTokens;
    this.idTokens = idTokens;
  }

  /** The tokens that a code stands for. Signs: off the event loop only. */
  CodeRedemption.Redeemed issue(AuthorizationCode code, SignInSession session, String jti) {
    TokenSubject subject =
        new TokenSubject(
            session.organization(),
            session.platform(),
            session.subject(),
            code.clientId(),
            session.aal(),
            session.policyVersion());
    AccessTokens.Issued access = accessTokens.issue(subject, code.scopes(), jti);
    boolean asked = code.scopes().contains(Scopes.OPENID);
    return new CodeRedemption.Redeemed(
        session.subject(),
        access,
        String.join(" ", code.scopes()),
        asked ? idToken(code, session) : null);
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

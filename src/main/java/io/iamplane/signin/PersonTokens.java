package io.iamplane.signin;

import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.IdToken;
import io.iamplane.token.IdTokens;
import io.iamplane.token.TokenSubject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

@Singleton
class PersonTokens {

  private final AccessTokens accessTokens;
  private final IdTokens idTokens;

  PersonTokens(AccessTokens accessTokens, IdTokens idTokens) {
    this.accessTokens = accessTokens;
    this.idTokens = idTokens;
  }

  /** The tokens that a code stands for, except refresh tokens. Signs, as {@link #access} does. */
  CodeRedemption.Redeemed issue(
      AuthorizationCode code,
      SignInClient client,
      SignInSession session,
      String jti,
      @Nullable String keyThumbprint) {
    boolean asked = code.scopes().contains(Scopes.OPENID);
    return new CodeRedemption.Redeemed(
        access(session, client, code.scopes(), jti, keyThumbprint),
        String.join(" ", code.scopes()),
        asked ? idToken(code, session) : null,
        null,
        keyThumbprint);
  }

  /**
   * An access token of a session: for this API if the panel gets it, else for the application
   * alone. Signs: off the event loop only.
   *
   * @param keyThumbprint the key that it is bound to (RFC 9449); null for none
   */
  AccessTokens.Issued access(
      SignInSession session,
      SignInClient client,
      SortedSet<String> scopes,
      String jti,
      @Nullable String keyThumbprint) {
    TokenSubject subject =
        new TokenSubject(
            session.organization(),
            session.platform(),
            session.subject(),
            client.id(),
            session.proof().aal(),
            Math.min(session.policyVersion(), client.policyVersion()),
            null,
            keyThumbprint);
    return client.isPanel()
        ? accessTokens.issue(subject, scopes, jti, Instant.MAX)
        : accessTokens.issueForClient(subject, scopes, jti);
  }

  private Secret idToken(AuthorizationCode code, SignInSession session) {
    return idTokens.issue(
        new IdToken(
            session.subject(),
            code.clientId(),
            session.id(),
            code.proof().at(),
            session.proof().aal(),
            code.proof().amr(),
            code.nonce()));
  }
}

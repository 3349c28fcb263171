package io.iamplane.oauth;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Secret;
import io.iamplane.signin.PublicClients;
import io.iamplane.signin.RefreshTokens;
import io.iamplane.token.RawToken;
import io.iamplane.token.SecretPermits;
import io.iamplane.token.TokenRevocations;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Ends tokens of public clients, for any holder of the token (RFC 7009, section 2.1). */
@Singleton
class HeldTokenRevocation {

  private final PublicClients clients;
  private final RefreshTokens refreshTokens;
  private final TokenVerifier verifier;
  private final TokenAdmission admission;
  private final SecretPermits suspects;
  private final Changes changes;
  private final TokenRevocations revocations;

  HeldTokenRevocation(
      PublicClients clients,
      RefreshTokens refreshTokens,
      TokenVerifier verifier,
      TokenAdmission admission,
      SecretPermits suspects,
      Changes changes,
      TokenRevocations revocations) {
    this.clients = clients;
    this.refreshTokens = refreshTokens;
    this.verifier = verifier;
    this.admission = admission;
    this.suspects = suspects;
    this.changes = changes;
    this.revocations = revocations;
  }

  /**
   * Ends a refresh token with its family, or an access token. Others are left alone, and nothing
   * says so.
   *
   * @throws OAuthException invalid_client
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when it may still be active
   */
  void revoke(String clientId, String token) {
    if (!clients.isKnown(clientId)) {
      throw OAuthException.invalidClient();
    }
    boolean ended =
        admission.isSuspect() ? suspects.run(() -> end(clientId, token)) : end(clientId, token);
    if (!ended) {
      admission.refused();
    }
  }

  private boolean end(String clientId, String text) {
    if (refreshTokens.end(new Secret(text), clientId)) {
      return true;
    }
    Optional<VerifiedToken> held =
        verifier.examine(new RawToken(text)).filter(each -> each.clientId().equals(clientId));
    held.ifPresent(token ->
        changes.record(
            Change.policy(
                token.caller(admission.origin()),
                token.organization(),
                recording -> {
                  revocations.end(recording, token);
                  return null;
                })));
    return held.isPresent();
  }
}

package io.iamplane.oauth;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.RefreshTokens;
import io.iamplane.signin.SecretKind;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenRevocations;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Ends tokens of public clients, for any holder of the token (RFC 7009, section 2.1). */
@Singleton
class HeldTokenRevocation {

  private final SignInClientProof clients;
  private final RefreshTokens refreshTokens;
  private final TokenVerifier verifier;
  private final TokenAdmission admission;
  private final SignInAdmission people;
  private final Changes changes;
  private final TokenRevocations revocations;

  HeldTokenRevocation(
      SignInClientProof clients,
      RefreshTokens refreshTokens,
      TokenVerifier verifier,
      TokenAdmission admission,
      SignInAdmission people,
      Changes changes,
      TokenRevocations revocations) {
    this.clients = clients;
    this.refreshTokens = refreshTokens;
    this.verifier = verifier;
    this.admission = admission;
    this.people = people;
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
  void revoke(String named, String token) {
    String clientId = clients.named(named).id();
    Secret refresh = new Secret(token);
    Optional<SubjectRef> holder =
        RefreshTokens.handle(refresh)
            .flatMap(handle ->
                people.lookUp(
                    SecretKind.FAMILY, handle, () -> refreshTokens.holder(refresh, clientId)));
    if (holder.isPresent()) {
      charge(clientId, holder.get());
      refreshTokens.end(refresh, clientId, admission.origin());
      return;
    }
    RawToken raw = new RawToken(token);
    if (verifier.isExpired(raw)) {
      // RFC 7009, section 2.2: there is nothing to end, and no fault of the client.
      return;
    }
    Optional<VerifiedToken> held =
        people
            .lookUp(() -> verifier.examineAny(raw))
            .filter(each -> each.clientId().equals(clientId));
    held.ifPresentOrElse(this::end, admission::refused);
  }

  /** Each end is a write: a person's are bounded like those of a client. */
  private void charge(String clientId, SubjectRef person) {
    admission.proved(Caller.counted(clientId, person), OAuthUse.REVOCATION);
  }

  private void end(VerifiedToken token) {
    charge(token.clientId(), token.subject());
    changes.record(
        Change.policy(
            token.caller(admission.origin()),
            token.organization(),
            recording -> {
              revocations.end(recording, token);
              return null;
            }));
  }
}

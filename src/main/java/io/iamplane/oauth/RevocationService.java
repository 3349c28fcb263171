package io.iamplane.oauth;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.Client;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.RefreshTokens;
import io.iamplane.signin.SecretKind;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenRevocations;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Ends single tokens before their time (RFC 7009). Every replica refuses them within a second, as
 * it hears of any other change of the organization's policy.
 */
@Singleton
class RevocationService {

  private static final String MANAGE = ControlPlanePermission.CLIENTS_MANAGE.key();

  private final ClientProof proof;
  private final SignInClientProof clients;
  private final TokenAdmission admission;
  private final RefreshTokens refreshTokens;
  private final TokenVerifier verifier;
  private final Authorizer authorizer;
  private final Changes changes;
  private final TokenRevocations revocations;

  RevocationService(
      ClientProof proof,
      SignInClientProof clients,
      TokenAdmission admission,
      RefreshTokens refreshTokens,
      TokenVerifier verifier,
      Authorizer authorizer,
      Changes changes,
      TokenRevocations revocations) {
    this.proof = proof;
    this.clients = clients;
    this.admission = admission;
    this.refreshTokens = refreshTokens;
    this.verifier = verifier;
    this.authorizer = authorizer;
    this.changes = changes;
    this.revocations = revocations;
  }

  /**
   * Ends a token, when it is the client's own or, but for refresh tokens, the client administers
   * the organization's clients. Any other token is left alone, and nothing says so.
   *
   * @throws OAuthException invalid_client
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when it may still be active
   */
  void revoke(PresentedToken request) {
    AuthenticatedClient client = proof.of(request.credentials());
    admission.proved(client.client().clientId(), OAuthUse.REVOCATION);
    if (refreshTokens.holder(request.text(), client.client().clientId()).isPresent()) {
      refreshTokens.end(request.text(), client.client().clientId(), admission.origin());
      return;
    }
    Caller caller = client.caller(admission.origin());
    verifier
        .examineAny(request.token())
        .filter(token -> mayRevoke(client.client(), caller, token))
        .ifPresent(token -> end(caller, token));
  }

  /**
   * Ends a refresh token of a public client with its family, or an access token, for any holder
   * (section 2.1). Others are left alone, and nothing says so.
   *
   * @throws OAuthException invalid_client
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when it may still be active
   */
  void revokeHeld(String named, String token) {
    String clientId = clients.named(named).id();
    Secret refresh = new Secret(token);
    Optional<SubjectRef> holder =
        RefreshTokens.handle(refresh)
            .flatMap(handle ->
                admission.lookUp(
                    SecretKind.FAMILY, handle, () -> refreshTokens.holder(refresh, clientId)));
    if (holder.isPresent()) {
      charge(clientId, holder.get());
      refreshTokens.end(refresh, clientId, admission.origin());
      return;
    }
    RawToken raw = new RawToken(token);
    if (verifier.isExpired(raw)) {
      // Section 2.2: there is nothing to end, and no fault of the client.
      return;
    }
    Optional<VerifiedToken> held =
        admission
            .lookUp(() -> verifier.examineAny(raw))
            .filter(each -> each.clientId().equals(clientId));
    held.ifPresentOrElse(this::endHeld, admission::refused);
  }

  private void endHeld(VerifiedToken token) {
    charge(token.clientId(), token.subject());
    end(token.caller(admission.origin()), token);
  }

  /** Each end is a write: a person's are bounded like those of a client. */
  private void charge(String clientId, SubjectRef person) {
    admission.proved(Caller.counted(clientId, person), OAuthUse.REVOCATION);
  }

  private void end(Caller caller, VerifiedToken token) {
    changes.record(
        Change.policy(
            caller,
            token.organization(),
            recording -> {
              revocations.end(recording, token);
              return null;
            }));
  }

  private boolean mayRevoke(Client client, Caller caller, VerifiedToken token) {
    return client.organization().equals(token.organization())
        && (client.clientId().equals(token.clientId())
            || authorizer.authorize(caller, MANAGE).isAllowedOrThrow());
  }
}

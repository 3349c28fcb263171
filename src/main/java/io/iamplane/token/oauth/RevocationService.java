package io.iamplane.token.oauth;

import io.iamplane.audit.chain.EventType;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.RevokedTokenQuery;
import io.iamplane.change.TokenHolder;
import io.iamplane.client.AuthenticatedClient;
import io.iamplane.client.Client;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Instant;

/**
 * Ends single tokens before their time (RFC 7009). Every replica refuses them within a second, as
 * it hears of any other change of the organization's policy.
 */
@Singleton
class RevocationService {

  private static final String MANAGE = ControlPlanePermission.CLIENTS_MANAGE.key();

  private final ClientProof proof;
  private final TokenAdmission admission;
  private final TokenVerifier verifier;
  private final Authorizer authorizer;
  private final Changes changes;
  private final RevokedTokenQuery revoked;

  RevocationService(
      ClientProof proof,
      TokenAdmission admission,
      TokenVerifier verifier,
      Authorizer authorizer,
      Changes changes,
      RevokedTokenQuery revoked) {
    this.proof = proof;
    this.admission = admission;
    this.verifier = verifier;
    this.authorizer = authorizer;
    this.changes = changes;
    this.revoked = revoked;
  }

  /**
   * A revoked token, the image in audit records and events.
   *
   * @param allOfClient whether all of the client's tokens ended with it, because too many were
   *     revoked one by one
   */
  @RegisterForReflection
  record RevokedToken(
      String jti, String clientId, SubjectRef subject, Instant expiresAt, boolean allOfClient) {}

  /**
   * Ends a token, when it is the client's own or the client administers the organization's clients.
   * Any other token is left alone, and nothing says so.
   *
   * @throws OAuthException invalid_client
   * @throws IamException DEPENDENCY_UNAVAILABLE when it may still be active
   */
  void revoke(PresentedToken request) {
    AuthenticatedClient client = proof.of(request.credentials());
    admission.proved(client.client().clientId(), OAuthUse.REVOCATION);
    Caller caller = client.caller(admission.origin());
    verifier
        .examine(request.token())
        .filter(token -> mayRevoke(client.client(), caller, token))
        .ifPresent(token ->
            changes.record(
                Change.policyOnHistory(
                    caller,
                    token.organization(),
                    recording -> {
                      end(recording, token);
                      return null;
                    })));
  }

  private boolean mayRevoke(Client client, Caller caller, VerifiedToken token) {
    if (!client.organization().equals(token.organization())) {
      return false;
    }
    return client.clientId().equals(token.clientId()) || administers(caller);
  }

  private boolean administers(Caller caller) {
    return switch (authorizer.authorize(caller, MANAGE)) {
      case ALLOWED -> true;
      case DENIED, STEP_UP_REQUIRED, TOKEN_ENDED, OUT_OF_SCOPE -> false;
      case UNAVAILABLE ->
          throw IamException.dependencyUnavailable(
              new IllegalStateException("the decision point has no answer"));
    };
  }

  private void end(Recording recording, VerifiedToken token) {
    TokenHolder single = TokenHolder.token(token.clientId(), token.jti());
    if (revoked.isRevoked(recording.organization(), single)) {
      return;
    }
    boolean all = !revoked.haveRoom(recording.organization(), token.clientId());
    recording.endTokens(all ? TokenHolder.client(token.clientId()) : single);
    recording.add(Effect.removed(EventType.TOKEN_REVOKED, "token", token.jti(), image(token, all)));
  }

  private static RevokedToken image(VerifiedToken token, boolean all) {
    return new RevokedToken(token.jti(), token.clientId(), token.subject(), token.expiresAt(), all);
  }
}

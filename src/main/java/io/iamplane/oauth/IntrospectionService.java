package io.iamplane.oauth;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.Client;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Reports if a token is active, to its own client and to clients of the same organization that may
 * ask for decisions, such as applications that receive tokens.
 */
@Singleton
class IntrospectionService {

  private static final Logger LOG = Logger.getLogger(IntrospectionService.class);

  private static final String ASKERS = ControlPlanePermission.DECISIONS_CHECK.key();

  private final ClientProof proof;
  private final TokenAdmission admission;
  private final TokenVerifier verifier;
  private final Authorizer authorizer;

  IntrospectionService(
      ClientProof proof, TokenAdmission admission, TokenVerifier verifier, Authorizer authorizer) {
    this.proof = proof;
    this.admission = admission;
    this.verifier = verifier;
    this.authorizer = authorizer;
  }

  /**
   * Answers a question, inactive also while a dependency is down. May verify a signature: off the
   * event loop only.
   *
   * @throws OAuthException invalid_client
   * @throws IamException TOO_MANY_REQUESTS
   */
  IntrospectionResponse introspect(PresentedToken request) {
    AuthenticatedClient asker = proof.recent(request.credentials());
    admission.proved(asker.client().clientId(), OAuthUse.INTROSPECTION);
    return verifier
        .examineAny(request.token())
        .filter(token -> mayAsk(asker, token))
        .filter(this::isActive)
        .map(IntrospectionResponse::of)
        .orElse(IntrospectionResponse.INACTIVE);
  }

  private boolean mayAsk(AuthenticatedClient asker, VerifiedToken token) {
    Client client = asker.client();
    return client.organization().equals(token.organization())
        && (client.clientId().equals(token.clientId())
            || authorizer.allowsUnrecorded(asker.caller(admission.origin()), ASKERS));
  }

  /** Neither revoked nor outlived by its key, its client, its subject or its organization. */
  private boolean isActive(VerifiedToken token) {
    Caller bearer = token.caller(admission.origin());
    Authorizer.Verdict standing = authorizer.standing(bearer);
    LOG.debugf("%s: %s", token, standing);
    return standing == Authorizer.Verdict.ALLOWED;
  }
}

package io.iamplane.oauth;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.signin.SignInClient;
import io.iamplane.signin.SignInClients;
import jakarta.inject.Singleton;

/**
 * Finds the client that asks for a person's tokens. A confidential client authenticates as a
 * service does (RFC 6749, section 3.2.1); a public one has nothing to authenticate with.
 */
@Singleton
class SignInClientProof {

  private final SignInClients clients;
  private final ClientProof proof;
  private final TokenAdmission admission;

  SignInClientProof(SignInClients clients, ClientProof proof, TokenAdmission admission) {
    this.clients = clients;
    this.proof = proof;
    this.admission = admission;
  }

  /**
   * The client of a request. May verify a signature and read the database: off the event loop only.
   *
   * @throws OAuthException invalid_client for an unknown client, a confidential one without its
   *     proof, and a public one with any; invalid_request for more than one way to authenticate
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE, or TOO_MANY_REQUESTS for an
   *     address that failed too often
   */
  SignInClient of(Form form) {
    if (!ClientCredentials.arePresent(form)) {
      return named(form.value("client_id").orElseThrow(OAuthException::invalidClient));
    }
    AuthenticatedClient proved = proof.recent(ClientCredentials.read(form));
    String clientId = proved.client().clientId();
    admission.proved(clientId);
    return clients
        .find(clientId)
        .filter(SignInClient::confidential)
        .orElseThrow(OAuthException::invalidClient)
        .provedAt(proved.policyVersion());
  }

  /** The public client of that name; throws {@link OAuthException} invalid_client. */
  SignInClient named(String clientId) {
    return clients
        .find(clientId)
        .filter(client -> !client.confidential())
        .orElseThrow(OAuthException::invalidClient);
  }
}

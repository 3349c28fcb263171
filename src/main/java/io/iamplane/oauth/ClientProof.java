package io.iamplane.oauth;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.ClientAuthenticator;
import io.iamplane.shared.IamException;
import io.iamplane.token.TokenRefusedException;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Authenticates clients at the OAuth endpoints, by their secret or an assertion. */
@Singleton
class ClientProof {

  private static final Logger LOG = Logger.getLogger(ClientProof.class);

  private final ClientAuthenticator authenticator;
  private final AssertionVerifier assertions;
  private final TokenAdmission admission;
  private final ProvedSecrets proved;

  ClientProof(
      ClientAuthenticator authenticator,
      AssertionVerifier assertions,
      TokenAdmission admission,
      ProvedSecrets proved) {
    this.authenticator = authenticator;
    this.assertions = assertions;
    this.admission = admission;
    this.proved = proved;
  }

  /**
   * Authenticates a client by the database, or throws OAuthException invalid_client. Off the event
   * loop only.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when the database is away, TOO_MANY_REQUESTS for an
   *     address that failed too often
   */
  AuthenticatedClient of(ClientCredentials credentials) {
    // The connection goes back before a signature, which takes longer than the reads.
    return switch (credentials) {
      case ClientSecret secret -> admission.lookUp(() -> authenticate(secret));
      case ClientAssertion assertion -> authenticate(assertion);
    };
  }

  /** The same; a secret that proved right a moment ago counts without a read of the database. */
  AuthenticatedClient recent(ClientCredentials credentials) {
    return credentials instanceof ClientSecret secret
        ? proved.client(secret, () -> of(secret))
        : of(credentials);
  }

  private AuthenticatedClient authenticate(ClientSecret presented) {
    return authenticator
        .authenticate(presented.clientId(), presented.secret())
        .orElseThrow(OAuthException::invalidClient);
  }

  private AuthenticatedClient authenticate(ClientAssertion assertion) {
    boolean suspect = admission.isSuspect();
    if (suspect) {
      admission.takeShare(assertion.clientId());
    }
    try {
      return assertions.verify(assertion, suspect);
    } catch (TokenRefusedException e) {
      LOG.debugf("client assertion rejected: %s", e.reason());
      throw OAuthException.invalidClient();
    }
  }
}

package io.iamplane.token.oauth;

import io.iamplane.client.AuthenticatedClient;
import io.iamplane.client.ClientAuthenticator;
import io.iamplane.client.NewClient;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Scopes;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.TokenRefusedException;
import io.iamplane.token.TokenVerifier;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanAttribute;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/** Issues tokens to clients that prove themselves (RFC 6749, section 4.4). */
@Singleton
class TokenService {

  private static final Logger LOG = Logger.getLogger(TokenService.class);

  private final ClientAuthenticator authenticator;
  private final AssertionVerifier assertions;
  private final Transactions transactions;
  private final AccessTokens tokens;
  private final TokenAdmission admission;
  private final SecretPermits secrets;
  private final TokenVerifier verifier;
  private final Tracer tracer;

  TokenService(
      ClientAuthenticator authenticator,
      AssertionVerifier assertions,
      Transactions transactions,
      AccessTokens tokens,
      TokenAdmission admission,
      SecretPermits secrets,
      TokenVerifier verifier,
      Tracer tracer) {
    this.authenticator = authenticator;
    this.assertions = assertions;
    this.transactions = transactions;
    this.tokens = tokens;
    this.admission = admission;
    this.secrets = secrets;
    this.verifier = verifier;
    this.tracer = tracer;
  }

  /**
   * Issues a token; signs, so off the event loop only.
   *
   * @throws OAuthException invalid_client, or invalid_scope for more than the client may have
   * @throws IamException DEPENDENCY_UNAVAILABLE when the database or the keys are away
   */
  TokenResponse issue(TokenRequest request) {
    try (Span span = tracer.start(SpanName.TOKEN_ISSUE)) {
      span.attribute(SpanAttribute.CLIENT, request.credentials().clientId());
      return issueTo(request);
    }
  }

  private TokenResponse issueTo(TokenRequest request) {
    // The connection goes back before the signature, which takes longer than the reads.
    AuthenticatedClient client =
        switch (request.credentials()) {
          case ClientSecret secret ->
              admission.isSuspect()
                  ? secrets.run(() -> authenticate(secret))
                  : authenticate(secret);
          case ClientAssertion assertion -> authenticate(assertion);
        };
    admission.proved(client.client().clientId());
    SortedSet<String> scopes = scopes(request.scope(), client.client().scopes());
    AccessTokens.Issued issued = tokens.issue(client, scopes);
    if (admission.isSuspect()) {
      verifier.issued(issued.token());
    }
    return new TokenResponse(
        issued.token().reveal(),
        "Bearer",
        issued.lifetime().toSeconds(),
        scopes.isEmpty() ? null : String.join(" ", scopes));
  }

  private AuthenticatedClient authenticate(ClientSecret presented) {
    return transactions
        .call(() -> authenticator.authenticate(presented.clientId(), presented.secret()))
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
      LOG.debugf("client assertion refused: %s", e.reason());
      throw OAuthException.invalidClient();
    }
  }

  private static SortedSet<String> scopes(Optional<String> asked, SortedSet<String> allowed) {
    if (asked.isEmpty()) {
      return allowed;
    }
    SortedSet<String> scopes = new TreeSet<>(List.of(asked.get().split(" ", -1)));
    if (!scopes.stream().allMatch(scope -> isWithin(scope, allowed))) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE, "The scope is unknown or exceeds what the client may have.");
    }
    return scopes;
  }

  /** Less may be asked for than the client may have: a permission of a pattern, or any at all. */
  private static boolean isWithin(String scope, SortedSet<String> allowed) {
    return allowed.contains(scope) || (NewClient.isScope(scope) && Scopes.cover(allowed, scope));
  }
}

package io.iamplane.token.oauth;

import io.iamplane.change.Changes;
import io.iamplane.client.AuthenticatedClient;
import io.iamplane.client.ClientAuthenticator;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.token.AccessTokens;
import io.iamplane.trace.Span;
import io.iamplane.trace.SpanAttribute;
import io.iamplane.trace.SpanName;
import io.iamplane.trace.Tracer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Issues tokens to clients that prove themselves (RFC 6749, section 4.4). */
@ApplicationScoped
class TokenService {

  private final ClientAuthenticator authenticator;
  private final Changes changes;
  private final Transactions transactions;
  private final AccessTokens tokens;
  private final Tracer tracer;

  TokenService(
      ClientAuthenticator authenticator,
      Changes changes,
      Transactions transactions,
      AccessTokens tokens,
      Tracer tracer) {
    this.authenticator = authenticator;
    this.changes = changes;
    this.transactions = transactions;
    this.tokens = tokens;
    this.tracer = tracer;
  }

  private record Known(AuthenticatedClient client, long policyVersion) {}

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
    Known known = transactions.call(() -> authenticate(request.credentials()));
    SortedSet<String> scopes = scopes(request.scope(), known.client().client().scopes());
    AccessTokens.Issued issued = tokens.issue(known.client(), scopes, known.policyVersion());
    return new TokenResponse(
        issued.token().reveal(),
        "Bearer",
        issued.lifetime().toSeconds(),
        scopes.isEmpty() ? null : String.join(" ", scopes));
  }

  private Known authenticate(ClientCredentials credentials) {
    AuthenticatedClient client =
        authenticator
            .authenticate(credentials.clientId(), credentials.secret())
            .orElseThrow(OAuthException::invalidClient);
    long version =
        changes.version(client.client().organization()).orElseThrow(IllegalStateException::new);
    return new Known(client, version);
  }

  private static SortedSet<String> scopes(Optional<String> asked, SortedSet<String> allowed) {
    if (asked.isEmpty()) {
      return allowed;
    }
    SortedSet<String> scopes = new TreeSet<>(List.of(asked.get().split(" ", -1)));
    if (!allowed.containsAll(scopes)) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE, "The scope exceeds what the client may have.");
    }
    return scopes;
  }
}

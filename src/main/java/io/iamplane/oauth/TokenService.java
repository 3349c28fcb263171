package io.iamplane.oauth;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.NewClient;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.Audience;
import io.iamplane.token.KeyProof;
import jakarta.inject.Singleton;
import java.util.SortedSet;

/** Issues tokens to clients that prove themselves (RFC 6749, section 4.4). */
@Singleton
class TokenService {

  private final ClientProof proof;
  private final AccessTokens tokens;
  private final Audience audience;
  private final TokenAdmission admission;
  private final Tracer tracer;

  TokenService(
      ClientProof proof,
      AccessTokens tokens,
      Audience audience,
      TokenAdmission admission,
      Tracer tracer) {
    this.proof = proof;
    this.tokens = tokens;
    this.audience = audience;
    this.admission = admission;
    this.tracer = tracer;
  }

  /**
   * Issues a token; signs, so off the event loop only.
   *
   * @param keyProof of the key that the token is bound to
   * @throws OAuthException invalid_client, invalid_scope for more than the client may have,
   *     invalid_dpop_proof, or invalid_target
   * @throws IamException DEPENDENCY_UNAVAILABLE when the database or the keys are away
   */
  TokenResponse issue(TokenRequest request, KeyProof keyProof) {
    try (Span span = tracer.start(SpanName.TOKEN_ISSUE)) {
      span.attribute(SpanAttribute.CLIENT, request.credentials().clientId());
      return issueTo(request, keyProof);
    }
  }

  private TokenResponse issueTo(TokenRequest request, KeyProof keyProof) {
    AuthenticatedClient client = proof.recent(request.credentials());
    admission.proved(client.client().clientId(), OAuthUse.TOKEN);
    String keyThumbprint = TokenProofs.use(keyProof, client.client());
    if (!audience.isFor(request.resources())) {
      throw OAuthException.invalidTarget();
    }
    SortedSet<String> scopes = scopes(request.scope(), client.client().scopes());
    AccessTokens.Issued issued = tokens.issue(client, scopes, keyThumbprint);
    return new TokenResponse(
        issued.token().reveal(),
        TokenResponse.type(keyThumbprint),
        issued.lifetime().toSeconds(),
        scopes.isEmpty() ? null : String.join(" ", scopes),
        null,
        null,
        null);
  }

  private static SortedSet<String> scopes(SortedSet<String> asked, SortedSet<String> allowed) {
    if (asked.isEmpty()) {
      return allowed;
    }
    if (!asked.stream().allMatch(scope -> isWithin(scope, allowed))) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE, "'scope' must name only scopes that the client has.");
    }
    return asked;
  }

  /** Less may be asked for than the client may have: a permission of a pattern, or any at all. */
  private static boolean isWithin(String scope, SortedSet<String> allowed) {
    return allowed.contains(scope) || (NewClient.isScope(scope) && Scopes.cover(allowed, scope));
  }
}

package io.iamplane.oauth;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.NewClient;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.Audience;
import io.iamplane.token.KeyProof;
import io.iamplane.token.TokenSubject;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.VerifiedToken;
import jakarta.inject.Singleton;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Issues tokens by which a service acts for a person (RFC 8693). Such a token has the person's
 * rights below scopes of the client, names the client as the actor, and lives no longer than the
 * person's own.
 */
@Singleton
class ExchangeService {

  private final ClientProof proof;
  private final TokenAdmission admission;
  private final TokenVerifier verifier;
  private final Authorizer authorizer;
  private final Audience audience;
  private final AccessTokens tokens;

  ExchangeService(
      ClientProof proof,
      TokenAdmission admission,
      TokenVerifier verifier,
      Authorizer authorizer,
      Audience audience,
      AccessTokens tokens) {
    this.proof = proof;
    this.admission = admission;
    this.verifier = verifier;
    this.authorizer = authorizer;
    this.audience = audience;
    this.tokens = tokens;
  }

  /**
   * Exchanges a token; signs, so off the event loop only. A person's token that is bound to a key
   * is taken without that key, since the service proves itself, but not for one without any.
   *
   * @param keyProof of the key that the new token is bound to
   * @throws OAuthException invalid_client, invalid_target, invalid_dpop_proof, invalid_scope for
   *     none or more than both may have, or invalid_request for a subject token that does not count
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when the database, the keys or
   *     the policy are away
   */
  TokenResponse exchange(ExchangeRequest request, KeyProof keyProof) {
    AuthenticatedClient client = proof.recent(request.credentials());
    admission.proved(client.client().clientId(), OAuthUse.TOKEN);
    String keyThumbprint = TokenProofs.use(keyProof, client.client());
    if (!audience.isFor(request.resources())) {
      throw OAuthException.invalidTarget();
    }
    VerifiedToken person =
        verifier
            .examine(request.subjectToken())
            .filter(token -> isPersonOf(token, client) && isActive(token))
            .orElseThrow(() ->
                OAuthException.invalidRequest(
                    "'subject_token' must be an active access token for a person in the client's"
                        + " organization, and must not be the result of an exchange."));
    if (person.keyThumbprint().isPresent() && keyThumbprint == null) {
      throw new OAuthException(
          OAuthError.INVALID_DPOP_PROOF,
          "'subject_token' is bound to a key, so the new token must also be bound to one: send a"
              + " DPoP proof.");
    }
    SortedSet<String> scopes = scopes(request.scope(), client, person);
    AccessTokens.Issued issued =
        tokens.issue(
            subject(client, person, keyThumbprint),
            scopes,
            UuidV7.next().toString(),
            person.expiresAt());
    return new TokenResponse(
        issued.token().reveal(),
        TokenResponse.type(keyThumbprint),
        issued.lifetime().toSeconds(),
        String.join(" ", scopes),
        null,
        null,
        ExchangeRequest.ACCESS_TOKEN);
  }

  /** A token that is exchanged already is not exchanged again: the actors would be a chain. */
  private static boolean isPersonOf(VerifiedToken token, AuthenticatedClient client) {
    return token.subject().type().equals(SubjectRef.USER)
        && token.organization().equals(client.client().organization())
        && token.actor().isEmpty();
  }

  private boolean isActive(VerifiedToken token) {
    return authorizer.standing(token.caller(admission.origin())).isAllowedOrThrow();
  }

  /** No scope at all would be no ceiling. */
  private static SortedSet<String> scopes(
      SortedSet<String> asked, AuthenticatedClient client, VerifiedToken person) {
    SortedSet<String> ofClient = client.client().scopes();
    SortedSet<String> ofPerson = Scopes.withoutIdentity(person.scopes());
    SortedSet<String> scopes = new TreeSet<>(asked.isEmpty() ? ofClient : asked);
    boolean narrower =
        !scopes.isEmpty()
            && scopes.stream()
                .allMatch(scope ->
                    NewClient.isScope(scope)
                        && Scopes.cover(ofClient, scope)
                        && Scopes.cover(ofPerson, scope));
    if (!narrower) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE,
          "'scope' must list one or more scopes, each granted to both the client and"
              + " 'subject_token'.");
    }
    return scopes;
  }

  /** A change that ends the tokens of either ends this one. */
  private static TokenSubject subject(
      AuthenticatedClient client, VerifiedToken person, @Nullable String keyThumbprint) {
    return new TokenSubject(
        person.organization(),
        person.platform(),
        person.subject(),
        client.client().clientId(),
        person.aal(),
        Math.min(client.policyVersion(), person.policyVersion()),
        client.client().subject(),
        keyThumbprint);
  }
}

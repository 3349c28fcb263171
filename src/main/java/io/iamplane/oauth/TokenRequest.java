package io.iamplane.oauth;

import io.iamplane.shared.Scopes;
import io.iamplane.token.Audience;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A request for a token (RFC 6749, section 4.4.2), readable but not yet trusted.
 *
 * @param scope empty for all scopes of the client
 * @param resources who the token is for (RFC 8707, section 2); empty for this API
 */
record TokenRequest(
    ClientCredentials credentials, SortedSet<String> scope, List<String> resources) {

  static final String CLIENT_CREDENTIALS = "client_credentials";

  /**
   * Reads a request; throws {@link OAuthException} when it is malformed, or of a grant type that is
   * not offered.
   */
  static TokenRequest read(Form form) {
    String grantType =
        form.value("grant_type")
            .orElseThrow(() -> OAuthException.invalidRequest("'grant_type' is missing."));
    ClientCredentials credentials = ClientCredentials.read(form);
    if (!grantType.equals(CLIENT_CREDENTIALS)) {
      throw new OAuthException(
          OAuthError.UNSUPPORTED_GRANT_TYPE,
          "'grant_type' must be one of 'grant_types_supported' in the server metadata.");
    }
    return new TokenRequest(credentials, scope(form), form.all(Audience.RESOURCE));
  }

  /** A scope of spaces alone is refused: as an absent one it would give all scopes. */
  static SortedSet<String> scope(Form form) {
    Optional<String> text = form.value("scope");
    SortedSet<String> scopes = text.map(Scopes::read).orElseGet(TreeSet::new);
    if (text.isPresent() && scopes.isEmpty()) {
      throw new OAuthException(
          OAuthError.INVALID_SCOPE, "'scope' must name at least one scope, or be absent.");
    }
    return scopes;
  }
}

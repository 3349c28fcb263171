package io.iamplane.token.oauth;

import java.util.List;
import java.util.Optional;

/**
 * A request for a token (RFC 6749, section 4.4.2), readable but not yet trusted.
 *
 * @param scope the requested scope; empty for all scopes of the client
 */
record TokenRequest(ClientCredentials credentials, Optional<String> scope) {

  static final String CLIENT_CREDENTIALS = "client_credentials";

  /**
   * Reads a request.
   *
   * @throws OAuthException when it is malformed, or of a grant type that is not offered
   */
  static TokenRequest read(List<String> authorization, List<String> contentType, byte[] body) {
    return read(authorization, Form.read(contentType, body));
  }

  /** Reads a request from a parsed form; the same errors as the other overload. */
  static TokenRequest read(List<String> authorization, Form form) {
    String grantType =
        form.value("grant_type")
            .orElseThrow(() -> OAuthException.invalidRequest("grant_type is missing."));
    ClientCredentials credentials = ClientCredentials.read(authorization, form);
    if (!grantType.equals(CLIENT_CREDENTIALS)) {
      throw new OAuthException(
          OAuthError.UNSUPPORTED_GRANT_TYPE, "grant_type is not one of those in the metadata.");
    }
    return new TokenRequest(credentials, form.value("scope"));
  }
}

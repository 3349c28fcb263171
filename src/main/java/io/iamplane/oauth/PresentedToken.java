package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.token.RawToken;

/**
 * A token about which a client asks something (RFC 7662, section 2.1; RFC 7009, section 2.1),
 * readable but not yet trusted. {@code token_type_hint} means nothing here: the types differ in
 * form.
 */
record PresentedToken(ClientCredentials credentials, Secret text) {

  /** The token as an access token. */
  RawToken token() {
    return new RawToken(text.reveal());
  }

  /** Reads a request; throws {@link OAuthException} when it is malformed, or names no token. */
  static PresentedToken read(Form form) {
    Secret text = new Secret(text(form));
    return new PresentedToken(ClientCredentials.read(form), text);
  }

  /** The token of a form; throws {@link OAuthException} invalid_request when it is absent. */
  static String text(Form form) {
    return form.anyText("token")
        .orElseThrow(() -> OAuthException.invalidRequest("'token' is missing."));
  }
}

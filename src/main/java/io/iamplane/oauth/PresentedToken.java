package io.iamplane.oauth;

import io.iamplane.token.RawToken;
import java.util.List;

/**
 * A token about which a client asks something (RFC 7662, section 2.1; RFC 7009, section 2.1),
 * readable but not yet trusted. {@code token_type_hint} means nothing here: there is one type.
 */
record PresentedToken(ClientCredentials credentials, RawToken token) {

  /**
   * Reads a request.
   *
   * @throws OAuthException when it is malformed, or names no token
   */
  static PresentedToken read(List<String> authorization, List<String> contentType, byte[] body) {
    return read(authorization, Form.read(contentType, body));
  }

  /** Reads a request from a parsed form; the same errors as the other overload. */
  static PresentedToken read(List<String> authorization, Form form) {
    RawToken token = new RawToken(text(form));
    return new PresentedToken(ClientCredentials.read(authorization, form), token);
  }

  /**
   * The token of a form, as text.
   *
   * @throws OAuthException invalid_request when it is absent
   */
  static String text(Form form) {
    return form.anyText("token")
        .orElseThrow(() -> OAuthException.invalidRequest("token is missing."));
  }
}

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
    Form form = Form.read(contentType, body);
    RawToken token =
        form.anyText("token")
            .map(RawToken::new)
            .orElseThrow(() -> OAuthException.invalidRequest("token is missing."));
    return new PresentedToken(ClientCredentials.read(authorization, form), token);
  }
}

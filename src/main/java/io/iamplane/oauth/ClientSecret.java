package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.token.FormText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A secret: {@code client_secret_basic} or {@code client_secret_post} (RFC 6749, section 2.3.1).
 */
record ClientSecret(String clientId, Secret secret) implements ClientCredentials {

  private static final String BASIC = "basic ";

  /**
   * Reads the value of the header {@code Authorization}. Both halves are form-encoded before they
   * are joined; only the first colon separates. Throws OAuthException invalid_client.
   */
  static ClientSecret basic(String header) {
    if (!header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      throw OAuthException.invalidClient();
    }
    String pair = decode(header.substring(BASIC.length()).strip());
    int colon = pair.indexOf(':');
    if (colon <= 0) {
      throw OAuthException.invalidClient();
    }
    String id = Form.decode(pair.substring(0, colon));
    String secret = Form.decode(pair.substring(colon + 1));
    if (!FormText.isPrintable(id) || !FormText.isPrintable(secret)) {
      throw OAuthException.invalidClient();
    }
    return new ClientSecret(id, new Secret(secret));
  }

  private static String decode(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw OAuthException.invalidClient();
    }
  }
}

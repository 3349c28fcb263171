package io.iamplane.token.oauth;

import io.iamplane.shared.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * What a client presents to prove itself: {@code client_secret_basic} or {@code client_secret_post}
 * (RFC 6749, section 2.3.1), one of them and never both.
 */
record ClientCredentials(String clientId, Secret secret) {

  private static final String BASIC = "basic ";

  /**
   * Reads the credentials of a request.
   *
   * @param authorization the values of the header {@code Authorization}
   * @throws OAuthException invalid_request for more than one method, invalid_client for none, or
   *     one that cannot be read
   */
  static ClientCredentials read(List<String> authorization, Form form) {
    if (authorization.size() > 1) {
      throw OAuthException.invalidRequest("There is more than one Authorization header.");
    }
    Optional<String> id = form.value("client_id");
    Optional<String> secret = form.value("client_secret");
    if (authorization.isEmpty()) {
      return new ClientCredentials(
          id.orElseThrow(OAuthException::invalidClient),
          new Secret(secret.orElseThrow(OAuthException::invalidClient)));
    }
    if (secret.isPresent()) {
      throw OAuthException.invalidRequest("The client authenticates in more than one way.");
    }
    ClientCredentials basic = basic(authorization.getFirst());
    if (id.isPresent() && !id.get().equals(basic.clientId())) {
      throw OAuthException.invalidRequest("client_id is not the client that authenticates.");
    }
    return basic;
  }

  /** Both halves are form-encoded before they are joined; only the first colon separates. */
  private static ClientCredentials basic(String header) {
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
    if (!Form.isPrintable(id) || !Form.isPrintable(secret)) {
      throw OAuthException.invalidClient();
    }
    return new ClientCredentials(id, new Secret(secret));
  }

  private static String decode(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw OAuthException.invalidClient();
    }
  }
}

package io.iamplane.oauth;

import java.util.List;
import java.util.Optional;

/** The common parameters of public clients, which have no credentials (RFC 6749, section 3.2.1). */
final class PublicClientForm {

  private PublicClientForm() {}

  /** Returns true if the request has credentials of a client that keeps a secret or a key. */
  static boolean proves(List<String> authorization, Form form) {
    return !authorization.isEmpty()
        || form.anyText("client_secret").isPresent()
        || form.anyText("client_assertion").isPresent();
  }

  /**
   * The client's id.
   *
   * @throws OAuthException invalid_client when it is absent, or the client claims to have a secret
   *     or a key
   */
  static String clientId(List<String> authorization, Form form) {
    Optional<String> clientId = form.value("client_id");
    if (proves(authorization, form) || clientId.isEmpty()) {
      throw OAuthException.invalidClient();
    }
    return clientId.get();
  }
}

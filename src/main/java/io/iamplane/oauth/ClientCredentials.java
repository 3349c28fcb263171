package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import java.util.List;
import java.util.Optional;

/**
 * The credentials presented by a client: either a secret or a signed assertion, never both (RFC
 * 6749, section 2.3).
 */
sealed interface ClientCredentials permits ClientSecret, ClientAssertion {

  /** The client's id as claimed by the client. */
  String clientId();

  /** Returns true if a request has credentials; a public client's has none. */
  static boolean arePresent(Form form) {
    return !form.authorization().isEmpty()
        || form.anyText("client_secret").isPresent()
        || form.anyText("client_assertion").isPresent();
  }

  /**
   * Reads the credentials of a request.
   *
   * @throws OAuthException invalid_request for more than one method, invalid_client for none, or
   *     one that cannot be read
   */
  static ClientCredentials read(Form form) {
    List<String> authorization = form.authorization();
    if (authorization.size() > 1) {
      throw OAuthException.invalidRequest("The request has more than one Authorization header.");
    }
    Optional<String> secret = form.value("client_secret");
    Optional<String> type = form.value("client_assertion_type");
    Optional<String> assertion = form.value("client_assertion");
    boolean asserts = type.isPresent() || assertion.isPresent();
    boolean basic = !authorization.isEmpty();
    if ((asserts && (basic || secret.isPresent())) || (basic && secret.isPresent())) {
      throw OAuthException.invalidRequest("The client must use only one authentication method.");
    }
    Optional<String> id = form.value("client_id");
    if (asserts) {
      return ClientAssertion.read(type, assertion, id);
    }
    return basic ? basic(authorization.getFirst(), id) : posted(id, secret);
  }

  private static ClientSecret basic(String header, Optional<String> id) {
    ClientSecret basic = ClientSecret.basic(header);
    if (id.isPresent() && !id.get().equals(basic.clientId())) {
      throw OAuthException.invalidRequest(
          "'client_id' must match the client in the Authorization header.");
    }
    return basic;
  }

  private static ClientSecret posted(Optional<String> id, Optional<String> secret) {
    return new ClientSecret(
        id.orElseThrow(OAuthException::invalidClient),
        new Secret(secret.orElseThrow(OAuthException::invalidClient)));
  }
}

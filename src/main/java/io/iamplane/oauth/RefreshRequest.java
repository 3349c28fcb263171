package io.iamplane.oauth;

import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.token.Audience;
import io.iamplane.token.KeyProof;
import java.util.List;
import java.util.SortedSet;

/**
 * A request of a public client to refresh (RFC 6749, section 6).
 *
 * @param scope empty for that of the first token
 * @param resources who the token is for (RFC 8707); empty for this API
 * @param proof that came with it
 */
record RefreshRequest(
    Secret refreshToken,
    String clientId,
    SortedSet<String> scope,
    List<String> resources,
    KeyProof proof) {

  static final String REFRESH_TOKEN = "refresh_token";

  static boolean isOne(Form form) {
    return form.value("grant_type").filter(REFRESH_TOKEN::equals).isPresent();
  }

  /**
   * Reads a request.
   *
   * @throws OAuthException invalid_client when the client claims to have a secret or a key,
   *     invalid_request for all else that is wrong
   */
  static RefreshRequest read(List<String> authorization, Form form, KeyProof proof) {
    return new RefreshRequest(
        new Secret(PublicClientForm.required(form, REFRESH_TOKEN)),
        PublicClientForm.clientId(authorization, form),
        Scopes.read(form.value("scope").orElse("")),
        form.all(Audience.RESOURCE),
        proof);
  }
}

package io.iamplane.oauth;

import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.signin.SignInClient;
import io.iamplane.token.Audience;
import io.iamplane.token.KeyProof;
import java.util.List;
import java.util.SortedSet;

/**
 * A request of a client to refresh (RFC 6749, section 6).
 *
 * @param client proved as its kind requires
 * @param scope empty for that of the first token
 * @param resources who the token is for (RFC 8707); empty for this API
 */
record RefreshRequest(
    Secret refreshToken,
    SignInClient client,
    SortedSet<String> scope,
    List<String> resources,
    KeyProof proof) {

  static final String REFRESH_TOKEN = "refresh_token";

  /** Reads a request; throws {@link OAuthException} invalid_request for all that is wrong. */
  static RefreshRequest read(SignInClient client, Form form, KeyProof proof) {
    return new RefreshRequest(
        new Secret(form.required(REFRESH_TOKEN)),
        client,
        Scopes.read(form.value("scope").orElse("")),
        form.all(Audience.RESOURCE),
        proof);
  }
}

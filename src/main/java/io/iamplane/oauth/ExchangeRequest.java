package io.iamplane.oauth;

import io.iamplane.token.Audience;
import io.iamplane.token.RawToken;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * A request of a service for a token by which it acts for a person (RFC 8693, section 2.1).
 *
 * @param scope empty for all scopes of the client
 * @param resources who the token is for; empty for this API
 */
record ExchangeRequest(
    ClientCredentials credentials,
    RawToken subjectToken,
    SortedSet<String> scope,
    List<String> resources) {

  static final String TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

  /**
   * Reads a request; throws OAuthException invalid_client for bad credentials, invalid_scope for a
   * scope that names none, or invalid_request.
   */
  static ExchangeRequest read(Form form) {
    ClientCredentials credentials = ClientCredentials.read(form);
    RawToken subjectToken =
        form.anyText("subject_token")
            .map(RawToken::new)
            .orElseThrow(() -> OAuthException.invalidRequest("'subject_token' is missing."));
    if (!form.value("subject_token_type").filter(ACCESS_TOKEN::equals).isPresent()) {
      throw OAuthException.invalidRequest("'subject_token_type' must be '" + ACCESS_TOKEN + "'.");
    }
    if (!form.value("requested_token_type").orElse(ACCESS_TOKEN).equals(ACCESS_TOKEN)) {
      throw OAuthException.invalidRequest("'requested_token_type' must be '" + ACCESS_TOKEN + "'.");
    }
    if (form.anyText("actor_token").isPresent()) {
      throw OAuthException.invalidRequest(
          "'actor_token' is not supported: the client itself is the actor.");
    }
    return new ExchangeRequest(
        credentials,
        subjectToken,
        TokenRequest.scope(form),
        Stream.concat(form.all(Audience.RESOURCE).stream(), form.value("audience").stream())
            .toList());
  }
}

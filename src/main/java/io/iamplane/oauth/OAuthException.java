package io.iamplane.oauth;

import java.io.Serial;

/** A refusal in OAuth's own form. */
final class OAuthException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final OAuthError error;
  private final String description;

  /**
   * Makes a refusal; the description, for the client's developer, is printable ASCII without quote
   * and backslash (RFC 6749, section 5.2), and without any input.
   */
  OAuthException(OAuthError error, String description) {
    super(error.wire() + ": " + description, null, false, false);
    this.error = error;
    this.description = description;
  }

  static OAuthException invalidRequest(String description) {
    return new OAuthException(OAuthError.INVALID_REQUEST, description);
  }

  /** One answer for an unknown client, a wrong proof, and a client that may not ask any more. */
  static OAuthException invalidClient() {
    return new OAuthException(OAuthError.INVALID_CLIENT, "Client authentication failed.");
  }

  /** The refusal of a token for others than this API (RFC 8707, section 2). */
  static OAuthException invalidTarget() {
    return new OAuthException(
        OAuthError.INVALID_TARGET,
        "'resource' must be this API's audience; for an application's code or refresh token, it"
            + " must be absent.");
  }

  OAuthError error() {
    return error;
  }

  String description() {
    return description;
  }
}

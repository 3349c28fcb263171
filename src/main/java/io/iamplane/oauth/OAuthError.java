package io.iamplane.oauth;

import io.iamplane.shared.WireName;

/** The errors of RFC 6749, section 5.2, RFC 8707, section 2, RFC 9449, and one extension. */
enum OAuthError implements WireName {
  INVALID_REQUEST(400),
  INVALID_CLIENT(401),
  INVALID_GRANT(400),
  INVALID_SCOPE(400),
  UNSUPPORTED_GRANT_TYPE(400),
  INVALID_TARGET(400),
  INVALID_DPOP_PROOF(400),
  /** Nothing can be issued now; try again after {@code Retry-After}. Ours, never a 5xx. */
  TEMPORARILY_UNAVAILABLE(400);

  private final int status;

  OAuthError(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }
}

package io.iamplane.oauth;

import io.iamplane.shared.WireName;

/** The errors of RFC 6749, section 5.2, RFC 8707, section 2, RFC 9449, and one extension. */
enum OAuthError implements WireName {
  INVALID_REQUEST,
  INVALID_CLIENT,
  INVALID_GRANT,
  INVALID_SCOPE,
  UNSUPPORTED_GRANT_TYPE,
  INVALID_TARGET,
  INVALID_DPOP_PROOF,
  /** Nothing can be issued now; try again after {@code Retry-After}. Ours, never a 5xx. */
  TEMPORARILY_UNAVAILABLE;

  int status() {
    return this == INVALID_CLIENT ? 401 : 400;
  }
}

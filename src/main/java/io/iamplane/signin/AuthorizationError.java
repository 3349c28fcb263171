package io.iamplane.signin;

import io.iamplane.shared.WireName;

/** The errors that a client is sent (RFC 6749, section 4.1.2.1, and OpenID Connect's own). */
enum AuthorizationError implements WireName {
  INVALID_REQUEST,
  UNSUPPORTED_RESPONSE_TYPE,
  INVALID_SCOPE,
  TEMPORARILY_UNAVAILABLE,
  /** OpenID Connect Core 1.0, section 3.1.2.6, as the three after it. */
  LOGIN_REQUIRED,
  REQUEST_NOT_SUPPORTED,
  REQUEST_URI_NOT_SUPPORTED,
  REGISTRATION_NOT_SUPPORTED,
  /** OpenID Connect Core Unmet Authentication Requirements 1.0. */
  UNMET_AUTHENTICATION_REQUIREMENTS,
  /** RFC 8707, section 2. */
  INVALID_TARGET
}

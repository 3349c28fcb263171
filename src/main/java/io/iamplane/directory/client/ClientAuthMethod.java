package io.iamplane.directory.client;

import io.iamplane.shared.WireName;

/** The authentication of a client (OpenID Connect Core, section 9). Each client has exactly one. */
public enum ClientAuthMethod implements WireName {
  /** By a secret, in the header or the form. */
  CLIENT_SECRET,
  /** By a JWT that it signed with one of its keys (RFC 7523, section 2.2). */
  PRIVATE_KEY_JWT
}

package io.iamplane.client;

import io.iamplane.shared.WireName;

/** How a client proves itself (OpenID Connect Core, section 9). It has one way and no other. */
public enum ClientAuthMethod implements WireName {
  /** By a secret, in the header or the form. */
  CLIENT_SECRET,
  /** By a JWT that it signed with one of its keys (RFC 7523, section 2.2). */
  PRIVATE_KEY_JWT
}

package io.iamplane.oauth;

/** A kind of request at the OAuth endpoints; each has a rate limit. */
public enum OAuthUse {
  TOKEN,
  /** It ends one, which is a write like those of the Admin API. */
  REVOCATION,
  /** It asks about one, as often as it asks for decisions. */
  INTROSPECTION
}

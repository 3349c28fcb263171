package io.iamplane.token.oauth;

/** What a client does at the OAuth endpoints; each use has a ceiling. */
public enum OAuthUse {
  /** It gets a token. */
  TOKEN,
  /** It ends one, which is a write like those of the Admin API. */
  REVOCATION,
  /** It asks about one, as often as it asks for decisions. */
  INTROSPECTION
}

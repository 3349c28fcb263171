package io.iamplane.packaged.tokens;

/** The kind of question at OAuth endpoints. */
public enum TokenKind {
  SECRET("client_credentials by secret"),
  ASSERTION("client_credentials by private_key_jwt"),
  INTROSPECTION("introspection of one token"),
  CODE("authorization_code with PKCE"),
  REFRESH("refresh_token, each used once");

  private final String title;

  TokenKind(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}

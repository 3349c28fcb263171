package io.iamplane.language.condition;

/**
 * One token. The text of a name is its spelling, that of a string its value without quotes and
 * escapes, that of a number its digits as written.
 */
record Token(TokenKind kind, String text, int offset) {

  /** The name of this token in messages. */
  String described() {
    return kind == TokenKind.NAME ? "'" + text + "'" : kind.text();
  }
}

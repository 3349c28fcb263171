package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationToken.Kind;
import java.util.List;

/** A place among the tokens of one text. */
final class TokenCursor {

  private final List<RelationToken> tokens;
  private int at;

  TokenCursor(List<RelationToken> tokens) {
    this.tokens = tokens;
  }

  RelationToken peek() {
    return tokens.get(at);
  }

  boolean sees(String word) {
    return peek().kind() == Kind.NAME && peek().text().equals(word);
  }

  /** Goes on if the present token is of that kind. */
  boolean accept(Kind kind) {
    if (peek().kind() != kind) {
      return false;
    }
    at++;
    return true;
  }

  /** Takes a token of that kind; {@code words} describe the expected tokens. */
  RelationToken expect(Kind kind, String words) throws SyntaxFault {
    RelationToken token = peek();
    if (token.kind() != kind) {
      String hint = ForeignNotation.hint(token);
      throw new SyntaxFault(token, "expected " + words + ", found " + token.words() + hint);
    }
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }
}

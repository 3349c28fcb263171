package io.iamplane.language.condition;

import java.util.List;

/** The parser's place in the list of tokens. */
final class Tokens {

  private final Source source;
  private final List<Token> tokens;
  private int at;

  Tokens(Source source) throws ConditionSyntaxException {
    this.source = source;
    this.tokens = Lexer.tokens(source);
  }

  Token peek() {
    return tokens.get(at);
  }

  boolean sees(TokenKind kind) {
    return peek().kind() == kind;
  }

  /** Returns true if that kind comes after the next token. */
  boolean seesNext(TokenKind kind) {
    return at + 1 < tokens.size() && tokens.get(at + 1).kind() == kind;
  }

  Token take() {
    Token token = peek();
    if (token.kind() != TokenKind.END) {
      at++;
    }
    return token;
  }

  boolean takeIf(TokenKind kind) {
    boolean seen = sees(kind);
    if (seen) {
      take();
    }
    return seen;
  }

  Token expect(TokenKind kind) throws ConditionSyntaxException {
    if (!sees(kind)) {
      throw expected(kind.text());
    }
    return take();
  }

  ConditionSyntaxException expected(String what) {
    return fault(peek(), "expected " + what + ", found " + peek().described());
  }

  ConditionSyntaxException fault(Token token, String reason) {
    return source.fault(token.offset(), reason);
  }
}

package io.iamplane.language.condition;

/** Reads one number: decimal or hexadecimal integer, or a decimal fraction with exponent. */
final class NumberScanner {

  private final Source source;
  private final String text;
  private final int start;
  private int at;

  NumberScanner(Source source, int start) {
    this.source = source;
    this.text = source.text();
    this.start = start;
    this.at = start;
  }

  int end() {
    return at;
  }

  Token scan() throws ConditionSyntaxException {
    TokenKind kind = peek(0) == '0' && (peek(1) | 0x20) == 'x' ? hexadecimal() : decimal();
    if ((peek(0) | 0x20) == 'u') {
      throw source.fault(start, "unsigned integers are not supported; remove the 'u'");
    }
    if (Names.isNameStart(peek(0)) || Names.isDigit(peek(0))) {
      throw source.fault(start, "a name must not directly follow a number");
    }
    return new Token(kind, text.substring(start, at), start);
  }

  private int peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
  }

  private TokenKind hexadecimal() throws ConditionSyntaxException {
    at += 2;
    int digits = at;
    while (Character.digit(peek(0), 16) >= 0 && peek(0) < 0x80) {
      at++;
    }
    if (at == digits) {
      throw source.fault(start, "missing digits after '0x'");
    }
    return TokenKind.INT;
  }

  private TokenKind decimal() throws ConditionSyntaxException {
    TokenKind kind = TokenKind.INT;
    digits();
    if (peek(0) == '.' && Names.isDigit(peek(1))) {
      at++;
      digits();
      kind = TokenKind.DOUBLE;
    }
    if ((peek(0) | 0x20) == 'e') {
      at += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (!Names.isDigit(peek(0))) {
        throw source.fault(start, "missing digits in the exponent");
      }
      digits();
      kind = TokenKind.DOUBLE;
    }
    return kind;
  }

  private void digits() {
    while (Names.isDigit(peek(0))) {
      at++;
    }
  }
}

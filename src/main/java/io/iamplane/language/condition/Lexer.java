package io.iamplane.language.condition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Splits a condition's text into tokens, following CEL's lexical grammar. */
final class Lexer {

  private static final Map<String, TokenKind> KEYWORDS =
      Map.of(
          "null", TokenKind.NULL,
          "true", TokenKind.TRUE,
          "false", TokenKind.FALSE,
          "in", TokenKind.IN);

  private final Source source;
  private final String text;
  private int at;

  private Lexer(Source source) {
    this.source = source;
    this.text = source.text();
  }

  /** All tokens, the last of kind {@link TokenKind#END}. */
  static List<Token> tokens(Source source) throws ConditionSyntaxException {
    Lexer lexer = new Lexer(source);
    List<Token> tokens = new ArrayList<>();
    do {
      tokens.add(lexer.next());
    } while (tokens.getLast().kind() != TokenKind.END);
    return tokens;
  }

  private int peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : -1;
  }

  private Token next() throws ConditionSyntaxException {
    skipBlanks();
    int c = peek(0);
    if (c < 0) {
      return new Token(TokenKind.END, "", at);
    }
    if (c == '"' || c == '\'') {
      return string(at, false);
    }
    if (Names.isDigit(c) || (c == '.' && Names.isDigit(peek(1)))) {
      return number();
    }
    return Names.isNameStart(c) ? nameOrPrefixedString() : punctuation(c);
  }

  private void skipBlanks() {
    while (at < text.length()) {
      int c = peek(0);
      if (c == '/' && peek(1) == '/') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
        at++;
      } else {
        return;
      }
    }
  }

  private Token nameOrPrefixedString() throws ConditionSyntaxException {
    int start = at;
    while (Names.isNameStart(peek(0)) || Names.isDigit(peek(0))) {
      at++;
    }
    String name = text.substring(start, at);
    if (peek(0) == '"' || peek(0) == '\'') {
      if (name.equalsIgnoreCase("r")) {
        return string(start, true);
      }
      throw source.fault(start, "unknown string prefix '" + name + "'; only r\"...\" is supported");
    }
    return new Token(KEYWORDS.getOrDefault(name, TokenKind.NAME), name, start);
  }

  private Token string(int start, boolean raw) throws ConditionSyntaxException {
    StringScanner scanner = new StringScanner(source, at, raw);
    Token token = new Token(TokenKind.STRING, scanner.scan(), start);
    at = scanner.end();
    return token;
  }

  /** A decimal or hexadecimal integer, or a decimal fraction with exponent. */
  private Token number() throws ConditionSyntaxException {
    int start = at;
    boolean hexadecimal = peek(0) == '0' && (peek(1) | 0x20) == 'x';
    TokenKind kind = hexadecimal ? hexadecimal(start) : decimal(start);
    if ((peek(0) | 0x20) == 'u') {
      throw source.fault(start, "unsigned integers are not supported; remove the 'u'");
    }
    if (Names.isNameStart(peek(0)) || Names.isDigit(peek(0))) {
      throw source.fault(start, "a name must not directly follow a number");
    }
    return new Token(kind, text.substring(start, at), start);
  }

  private TokenKind hexadecimal(int start) throws ConditionSyntaxException {
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

  private TokenKind decimal(int start) throws ConditionSyntaxException {
    TokenKind kind = TokenKind.INT;
    skipDigits();
    if (peek(0) == '.' && Names.isDigit(peek(1))) {
      at++;
      skipDigits();
      kind = TokenKind.DOUBLE;
    }
    if ((peek(0) | 0x20) == 'e') {
      at += peek(1) == '+' || peek(1) == '-' ? 2 : 1;
      if (!Names.isDigit(peek(0))) {
        throw source.fault(start, "missing digits in the exponent");
      }
      skipDigits();
      kind = TokenKind.DOUBLE;
    }
    return kind;
  }

  private void skipDigits() {
    while (Names.isDigit(peek(0))) {
      at++;
    }
  }

  private Token punctuation(int c) throws ConditionSyntaxException {
    boolean equalFollows = peek(1) == '=';
    TokenKind kind =
        switch (c) {
          case '=' -> equalFollows ? TokenKind.EQUAL : hint("use '==' to compare");
          case '!' -> equalFollows ? TokenKind.NOT_EQUAL : TokenKind.NOT;
          case '<' -> equalFollows ? TokenKind.LESS_EQUAL : TokenKind.LESS;
          case '>' -> equalFollows ? TokenKind.GREATER_EQUAL : TokenKind.GREATER;
          case '&' -> peek(1) == '&' ? TokenKind.AND : hint("use '&&' for 'and'");
          case '|' -> peek(1) == '|' ? TokenKind.OR : hint("use '||' for 'or'");
          case '?' -> TokenKind.QUESTION;
          case ':' -> TokenKind.COLON;
          case '+' -> TokenKind.PLUS;
          case '-' -> TokenKind.MINUS;
          case '*' -> TokenKind.STAR;
          case '/' -> TokenKind.SLASH;
          case '%' -> TokenKind.PERCENT;
          case '.' -> TokenKind.DOT;
          case ',' -> TokenKind.COMMA;
          case '(' -> TokenKind.OPEN;
          case ')' -> TokenKind.CLOSE;
          case '[' -> TokenKind.OPEN_LIST;
          case ']' -> TokenKind.CLOSE_LIST;
          case '{' -> TokenKind.OPEN_MAP;
          case '}' -> TokenKind.CLOSE_MAP;
          default ->
              hint("unexpected character '%s'".formatted(Character.toString(text.codePointAt(at))));
        };
    Token token = new Token(kind, "", at);
    at += kind.text().length() - 2;
    return token;
  }

  private TokenKind hint(String reason) throws ConditionSyntaxException {
    throw source.fault(at, reason);
  }
}

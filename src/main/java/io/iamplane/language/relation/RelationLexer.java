package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Cuts an expression into tokens. A hyphen is part of a name when a letter, digit or underscore
 * stands on both sides of it, so {@code public-viewer} is a name and {@code a->b} is not.
 */
final class RelationLexer {

  static final int MAX_LENGTH = 4096;
  static final int MAX_NAME = 64;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_](?:-?[A-Za-z0-9_])*");
  private static final String OF_ALL = ".all(";

  private final String text;
  private final List<RelationToken> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private RelationLexer(String text) {
    this.text = text;
  }

  /** The tokens, {@link Kind#END} last. */
  static List<RelationToken> read(String text) throws SyntaxFault {
    if (text.length() > MAX_LENGTH) {
      throw new SyntaxFault(1, 1, "the expression has more than " + MAX_LENGTH + " characters");
    }
    RelationLexer lexer = new RelationLexer(text);
    while (lexer.next()) {}
    return lexer.tokens;
  }

  private boolean next() throws SyntaxFault {
    skipSpace();
    if (at == text.length()) {
      add(Kind.END, 0);
      return false;
    }
    char c = text.charAt(at);
    if (isNameStart(c)) {
      name();
    } else {
      symbol(c);
    }
    return true;
  }

  private void skipSpace() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      if (text.charAt(at++) == '\n') {
        line++;
        lineStart = at;
      }
    }
  }

  private void symbol(char c) throws SyntaxFault {
    switch (c) {
      case '|' -> add(Kind.OR, 1);
      case '&' -> add(Kind.AND, 1);
      case '(' -> add(Kind.OPEN, 1);
      case ')' -> add(Kind.CLOSE, 1);
      case '[' -> add(Kind.OPEN_LIST, 1);
      case ']' -> add(Kind.CLOSE_LIST, 1);
      case '#' -> add(Kind.HASH, 1);
      case '-' -> hyphen();
      case '.' -> {
        if (!text.startsWith(OF_ALL, at)) {
          throw unexpected(c);
        }
        add(Kind.ALL, OF_ALL.length());
      }
      case ':' -> {
        if (peek(1) != '*') {
          throw fault("':' must be followed by '*', as in user:*");
        }
        add(Kind.EVERYONE, 2);
      }
      default -> throw unexpected(c);
    }
  }

  private SyntaxFault unexpected(char c) {
    return fault("unexpected character '" + c + "'" + ForeignNotation.hint(text, at));
  }

  private void hyphen() throws SyntaxFault {
    if (peek(1) == '>') {
      add(Kind.ARROW, 2);
      return;
    }
    boolean spaced = at > 0 && isSpace(text.charAt(at - 1)) && isSpace(peek(1));
    if (!spaced) {
      throw fault("the exclusion operator '-' needs a space on both sides");
    }
    add(Kind.MINUS, 1);
  }

  private void name() throws SyntaxFault {
    int end = at + 1;
    while (end < text.length() && continuesName(end)) {
      end++;
    }
    if (end - at > MAX_NAME) {
      throw fault("a name can have at most " + MAX_NAME + " characters");
    }
    add(Kind.NAME, end - at);
  }

  private boolean continuesName(int index) {
    char c = text.charAt(index);
    return isNamePart(c)
        || (c == '-' && index + 1 < text.length() && isNamePart(text.charAt(index + 1)));
  }

  private void add(Kind kind, int length) {
    tokens.add(new RelationToken(kind, text.substring(at, at + length), line, at - lineStart + 1));
    at += length;
  }

  private char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
  }

  private SyntaxFault fault(String message) {
    return new SyntaxFault(line, at - lineStart + 1, message);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || (c >= '0' && c <= '9');
  }

  /** Returns true if a whole text is one name. */
  static boolean isName(String text) {
    return text.length() <= MAX_NAME && NAME.matcher(text).matches();
  }
}

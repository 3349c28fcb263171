package io.iamplane.migrate.openfga;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.CelBody;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the DSL into tokens. {@code but not} is one word; the body of a condition is one token. A
 * comment begins with {@code #} after white space or at the beginning of a line.
 */
final class FgaLexer {

  private static final int MAX_NAME = 254;

  private final PeerText source;
  private final String text;
  private final List<PeerToken> tokens = new ArrayList<>();
  private int at;
  private int line;
  private int lineStart;
  private boolean first = true;
  private boolean condition;

  private FgaLexer(PeerText source) {
    this.source = source;
    this.text = source.text();
  }

  static List<PeerToken> read(PeerText source) throws PeerFaultsException {
    FgaLexer lexer = new FgaLexer(source);
    while (lexer.at < lexer.text.length()) {
      lexer.next();
    }
    lexer.add(Kind.END, "");
    return lexer.tokens;
  }

  private void next() throws PeerFaultsException {
    char c = text.charAt(at);
    if (c == '\n') {
      at++;
      newLine();
    } else if (Character.isWhitespace(c)) {
      at++;
    } else if (c == '#' && isCommentNext()) {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end;
    } else if (isWord(c)) {
      word();
    } else if (c == '{' && condition) {
      body();
    } else if ("[](),:#*{}<>".indexOf(c) >= 0) {
      add(Kind.SIGN, String.valueOf(c));
      at++;
    } else {
      throw new PeerFaultsException(place(), "unexpected character '%s'".formatted(c));
    }
  }

  private boolean isCommentNext() {
    return at == 0 || Character.isWhitespace(text.charAt(at - 1));
  }

  private void word() throws PeerFaultsException {
    int end = at;
    while (end < text.length() && isWord(text.charAt(end))) {
      end++;
    }
    if (end - at > MAX_NAME) {
      throw new PeerFaultsException(place(), "a name has at most " + MAX_NAME + " characters");
    }
    String word = text.substring(at, end);
    if (first) {
      condition = word.equals("condition");
    }
    int not = word.equals("but") ? afterBut(end) : -1;
    add(Kind.WORD, not < 0 ? word : "but not");
    at = not < 0 ? end : not;
  }

  /** Behind a {@code not} that follows in the same line; -1 when none does. */
  private int afterBut(int from) {
    int begin = from;
    while (begin < text.length() && (text.charAt(begin) == ' ' || text.charAt(begin) == '\t')) {
      begin++;
    }
    int end = begin + 3;
    return begin > from
            && text.startsWith("not", begin)
            && (end >= text.length() || !isWord(text.charAt(end)))
        ? end
        : -1;
  }

  private void body() throws PeerFaultsException {
    int end = CelBody.end(text, at + 1);
    if (end < 0) {
      throw new PeerFaultsException(place(), "the condition's '{' has no '}'");
    }
    add(Kind.SIGN, "{");
    at++;
    tokens.add(new PeerToken(Kind.RAW, text.substring(at, end), place(), false));
    while (at < end) {
      if (text.charAt(at++) == '\n') {
        newLine();
      }
    }
    condition = false;
    first = false;
  }

  private void add(Kind kind, String word) {
    tokens.add(new PeerToken(kind, word, place(), first));
    first = false;
  }

  private void newLine() {
    line++;
    lineStart = at;
    first = true;
  }

  private FilePlace place() {
    return source.begin().plus(line, at - lineStart);
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == '.'
        || c == '/';
  }
}

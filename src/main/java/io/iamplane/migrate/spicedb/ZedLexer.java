package io.iamplane.migrate.spicedb;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.CelBody;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts a schema into tokens; the body of a caveat is one token. */
final class ZedLexer {

  private static final int MAX_NAME = 256;
  private static final List<String> LONG_SIGNS = List.of("->", "...");

  private final PeerText source;
  private final String text;
  private final List<PeerToken> tokens = new ArrayList<>();
  private int at;
  private int line;
  private int lineStart;
  private boolean first = true;
  private boolean caveat;

  private ZedLexer(PeerText source) {
    this.source = source;
    this.text = source.text();
  }

  static List<PeerToken> read(PeerText source) throws PeerFaultsException {
    ZedLexer lexer = new ZedLexer(source);
    while (lexer.at < lexer.text.length()) {
      lexer.next();
    }
    lexer.add(Kind.END, "");
    return lexer.tokens;
  }

  private void next() throws PeerFaultsException {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      skip(at + 1);
    } else if (text.startsWith("//", at)) {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end;
    } else if (text.startsWith("/*", at)) {
      int end = text.indexOf("*/", at + 2);
      if (end < 0) {
        throw new PeerFaultsException(place(), "the comment has no '*/'");
      }
      skip(end + 2);
    } else if (isWord(c)) {
      word();
    } else if (c == '{' && caveat) {
      body();
    } else {
      sign(c);
    }
  }

  private void sign(char c) throws PeerFaultsException {
    for (String sign : LONG_SIGNS) {
      if (text.startsWith(sign, at)) {
        add(Kind.SIGN, sign);
        at += sign.length();
        return;
      }
    }
    if ("{}()|&+-=:#*.,<>;@\"'".indexOf(c) < 0) {
      throw new PeerFaultsException(place(), "unexpected character '%s'".formatted(c));
    }
    add(Kind.SIGN, String.valueOf(c));
    at++;
  }

  private void word() throws PeerFaultsException {
    int end = at;
    while (end < text.length() && (isWord(text.charAt(end)) || isSlash(end))) {
      end++;
    }
    if (end - at > MAX_NAME) {
      throw new PeerFaultsException(place(), "a name has at most " + MAX_NAME + " characters");
    }
    String word = text.substring(at, end);
    if (word.equals("caveat") && first) {
      caveat = true;
    }
    add(Kind.WORD, word);
    at = end;
  }

  /** A slash within a name, and not the beginning of a comment. */
  private boolean isSlash(int index) {
    return text.charAt(index) == '/' && index + 1 < text.length() && isWord(text.charAt(index + 1));
  }

  private void body() throws PeerFaultsException {
    int end = CelBody.end(text, at + 1);
    if (end < 0) {
      throw new PeerFaultsException(place(), "the caveat's '{' has no '}'");
    }
    add(Kind.SIGN, "{");
    at++;
    add(Kind.RAW, text.substring(at, end));
    skip(end);
    caveat = false;
  }

  private void add(Kind kind, String word) {
    tokens.add(new PeerToken(kind, word, place(), first));
    first = false;
  }

  private void skip(int end) {
    while (at < end) {
      if (text.charAt(at++) == '\n') {
        line++;
        lineStart = at;
        first = true;
      }
    }
  }

  private FilePlace place() {
    return source.begin().plus(line, at - lineStart);
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
}

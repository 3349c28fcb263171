package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Cuts the text of a model into tokens, each with its place and whether a line begins with it. */
public abstract class PeerLexer {

  protected final String text;
  protected int at;

  /** True until a token of the line is read. */
  protected boolean first = true;

  private final PeerText source;
  private final String letters;
  private final String joints;
  private final List<PeerToken> tokens = new ArrayList<>();
  private int line;
  private int lineStart;

  /**
   * Begins a text.
   *
   * @param letters of words, besides ASCII letters and digits
   * @param joints further characters of words, each if a letter or digit follows
   */
  protected PeerLexer(PeerText source, String letters, String joints) {
    this.source = source;
    this.text = source.text();
    this.letters = letters;
    this.joints = joints;
  }

  public final PeerCursor tokens() throws PeerFaultsException {
    while (at < text.length()) {
      next();
    }
    add(Kind.END, "");
    return new PeerCursor(tokens);
  }

  /** Reads on by one character at least. */
  protected abstract void next() throws PeerFaultsException;

  protected final void add(Kind kind, String word) {
    tokens.add(new PeerToken(kind, word, place(), first));
    first = false;
  }

  /** Reads on without tokens. */
  protected final void skip(int end) {
    while (at < end) {
      if (text.charAt(at++) == '\n') {
        line++;
        lineStart = at;
        first = true;
      }
    }
  }

  /** Reads to the end of the line, which begins no token. */
  protected final void skipLine() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  protected final boolean isLetter(int index) {
    if (index >= text.length()) {
      return false;
    }
    char c = text.charAt(index);
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || letters.indexOf(c) >= 0;
  }

  /** The word that begins here; throws if it is longer than any name. */
  protected final String word(int most) throws PeerFaultsException {
    int end = at;
    while (isLetter(end)
        || (end < text.length() && joints.indexOf(text.charAt(end)) >= 0 && isLetter(end + 1))) {
      end++;
    }
    if (end - at > most) {
      throw new PeerFaultsException(place(), "a name can have at most " + most + " characters");
    }
    return text.substring(at, end);
  }

  /** Reads the body of a condition in braces: a sign and a raw token. */
  protected final void body(String what) throws PeerFaultsException {
    int end = endOfBody(at + 1);
    if (end < 0) {
      throw new PeerFaultsException(place(), "the " + what + " is not closed with '}'");
    }
    add(Kind.SIGN, "{");
    at++;
    add(Kind.RAW, text.substring(at, end));
    skip(end);
  }

  /** The position of the brace that ends a body, past strings, comments, braces; -1 if absent. */
  private int endOfBody(int from) {
    int depth = 0;
    int next = from;
    while (next < text.length()) {
      char c = text.charAt(next);
      if (c == '"' || c == '\'') {
        next = endOfString(next);
      } else if (text.startsWith("//", next)) {
        int end = text.indexOf('\n', next);
        next = end < 0 ? text.length() : end;
      } else if (c == '}' && depth == 0) {
        return next;
      } else {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        next++;
      }
    }
    return -1;
  }

  private int endOfString(int from) {
    char quote = text.charAt(from);
    String triple = String.valueOf(quote).repeat(3);
    boolean raw = from > 0 && (text.charAt(from - 1) == 'r' || text.charAt(from - 1) == 'R');
    String end = text.startsWith(triple, from) ? triple : String.valueOf(quote);
    int next = from + end.length();
    while (next < text.length() && !text.startsWith(end, next)) {
      if (end.length() == 1 && text.charAt(next) == '\n') {
        return next;
      }
      next += text.charAt(next) == '\\' && !raw ? 2 : 1;
    }
    return Math.min(text.length(), next + end.length());
  }

  /** Reads one of the signs of several characters, or else of one. */
  protected final void sign(String signs, String... longSigns) throws PeerFaultsException {
    String sign =
        Stream.of(longSigns)
            .filter(each -> text.startsWith(each, at))
            .findFirst()
            .orElse(text.substring(at, at + 1));
    if (sign.length() == 1 && !signs.contains(sign)) {
      throw new PeerFaultsException(place(), "unexpected character '%s'".formatted(sign));
    }
    add(Kind.SIGN, sign);
    at += sign.length();
  }

  protected final FilePlace place() {
    return source.begin().plus(line, at - lineStart);
  }
}

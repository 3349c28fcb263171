package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a model into tokens, each with its place and whether a line begins with it. */
public abstract class PeerLexer {

  protected final String text;
  protected int at;

  /** True until a token of the line is read. */
  protected boolean first = true;

  private final PeerText source;
  private final List<PeerToken> tokens = new ArrayList<>();
  private int line;
  private int lineStart;

  protected PeerLexer(PeerText source) {
    this.source = source;
    this.text = source.text();
  }

  /** Reads all tokens; the last is {@link Kind#END}. */
  public final List<PeerToken> all() throws PeerFaultsException {
    while (at < text.length()) {
      next();
    }
    add(Kind.END, "");
    return tokens;
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

  /**
   * Reads a name.
   *
   * @throws PeerFaultsException if it is longer than any
   */
  protected final String name(int end, int most) throws PeerFaultsException {
    if (end - at > most) {
      throw new PeerFaultsException(place(), "a name can have at most " + most + " characters");
    }
    return text.substring(at, end);
  }

  /**
   * Reads the body of a condition in braces: a sign and a raw token.
   *
   * @param what has the body
   */
  protected final void body(String what) throws PeerFaultsException {
    int end = CelBody.end(text, at + 1);
    if (end < 0) {
      throw new PeerFaultsException(place(), "the " + what + " is not closed with '}'");
    }
    add(Kind.SIGN, "{");
    at++;
    add(Kind.RAW, text.substring(at, end));
    skip(end);
  }

  protected final void sign(char c, String signs) throws PeerFaultsException {
    if (signs.indexOf(c) < 0) {
      throw new PeerFaultsException(place(), "unexpected character '%s'".formatted(c));
    }
    add(Kind.SIGN, String.valueOf(c));
    at++;
  }

  protected final FilePlace place() {
    return source.begin().plus(line, at - lineStart);
  }
}

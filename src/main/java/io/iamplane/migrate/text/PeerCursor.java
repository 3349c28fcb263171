package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.List;

/** Goes through tokens. */
public final class PeerCursor {

  private final List<PeerToken> tokens;
  private int at;

  /** Begins at the first; the last is {@link Kind#END}. */
  PeerCursor(List<PeerToken> tokens) {
    this.tokens = tokens;
  }

  public PeerToken peek() {
    return tokens.get(at);
  }

  public PeerToken next() {
    PeerToken token = tokens.get(at);
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  public boolean atEnd() {
    return peek().kind() == Kind.END;
  }

  public boolean isNext(String text) {
    return peek().is(text);
  }

  /** Goes on if the next is that. */
  public boolean accept(String text) {
    boolean there = isNext(text);
    if (there) {
      next();
    }
    return there;
  }

  public PeerToken expect(String text) throws PeerFaultsException {
    if (!isNext(text)) {
      throw unexpected("'" + text + "'");
    }
    return next();
  }

  /** Takes the next token, which must be a word: {@code what} in the message. */
  public PeerToken word(String what) throws PeerFaultsException {
    if (peek().kind() != Kind.WORD) {
      throw unexpected(what);
    }
    return next();
  }

  public PeerFaultsException unexpected(String expected) {
    return new PeerFaultsException(
        peek().place(), "expected %s, found %s".formatted(expected, peek().described()));
  }
}

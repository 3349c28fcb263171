package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;

/**
 * A word or sign of a small language.
 *
 * @param first true if it is the first of its line
 */
public record PeerToken(Kind kind, String text, FilePlace place, boolean first) {

  /** The kind of token. */
  public enum Kind {
    WORD,
    SIGN,
    /** A part that another language reads: a condition's expression, a quoted text. */
    RAW,
    END
  }

  public boolean is(String sign) {
    return kind != Kind.RAW && kind != Kind.END && text.equals(sign);
  }

  /** In words, for a message. */
  public String described() {
    return kind == Kind.END ? "the end of the text" : "'" + text + "'";
  }
}

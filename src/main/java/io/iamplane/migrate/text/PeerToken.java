package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;

/** A word or sign of a small language; {@code first} if it begins a line. */
public record PeerToken(Kind kind, String text, FilePlace place, boolean first) {

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

  public String described() {
    return kind == Kind.END ? "the end of the text" : "'" + text + "'";
  }
}

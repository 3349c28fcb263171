package io.iamplane.migrate;

import io.iamplane.shared.PrintableText;

/** A fault of a file, in one line of printable characters: the error and its correction. */
public record PeerFault(FilePlace place, String message) {

  private static final int MAX_MESSAGE = 500;

  public PeerFault {
    message = printable(message);
  }

  /** Makes one line of bounded length that moves no terminal's cursor, of any text. */
  public static String printable(String text) {
    return PrintableText.of(text, MAX_MESSAGE);
  }

  @Override
  public String toString() {
    return place + ": " + message;
  }
}

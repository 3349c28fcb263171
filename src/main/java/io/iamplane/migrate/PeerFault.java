package io.iamplane.migrate;

/**
 * A fault of a file.
 *
 * @param message one line of printable characters: the error and its correction
 */
public record PeerFault(FilePlace place, String message) {

  private static final int MAX_MESSAGE = 500;

  public PeerFault {
    message = printable(message);
  }

  /** Makes one line of bounded length that moves no terminal's cursor, of any text. */
  public static String printable(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(MAX_MESSAGE)
        .forEach(c -> {
          if (isPrintable(c)) {
            line.appendCodePoint(c);
          } else {
            line.append("\\u%04X".formatted(c));
          }
        });
    return text.codePointCount(0, text.length()) > MAX_MESSAGE ? line + "..." : line.toString();
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  @Override
  public String toString() {
    return place + ": " + message;
  }
}

package io.iamplane.shared;

/** Untrusted text in one line of a message. */
public final class PrintableText {

  private PrintableText() {}

  /**
   * Returns one line that moves no terminal's cursor; text beyond {@code max} becomes {@code ...}.
   */
  public static String of(String text, int max) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(max)
        .forEach(c -> {
          if (isPrintable(c)) {
            line.appendCodePoint(c);
          } else {
            line.append("\\u%04X".formatted(c));
          }
        });
    return text.codePointCount(0, text.length()) > max ? line + "..." : line.toString();
  }

  /** Returns false for characters that move a terminal's cursor or change the direction of text. */
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
}

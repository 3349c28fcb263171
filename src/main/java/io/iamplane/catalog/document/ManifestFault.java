package io.iamplane.catalog.document;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * A fault of a manifest. Both texts are one line of printable characters and of bounded length, for
 * any content of the manifest.
 *
 * @param place a path: {@code permissions[3].key}; with line and column within an expression,
 *     {@code types.doc.permissions.can_read:1:14}, or within an unreadable text, {@code 12:3}
 * @param message the error and its correction
 */
@RegisterForReflection
public record ManifestFault(String place, String message) {

  private static final int MAX_PLACE = 400;
  private static final int MAX_MESSAGE = 1_000;

  public ManifestFault {
    place = printable(place, MAX_PLACE);
    message = printable(message, MAX_MESSAGE);
  }

  private static String printable(String text, int max) {
    StringBuilder line = new StringBuilder();
    text.codePoints()
        .limit(max)
        .forEach(c -> {
          if (isPrintable(c)) {
            line.appendCodePoint(c);
          } else {
            line.append(String.format("\\u%04X", c));
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

  @Override
  public String toString() {
    return place + ": " + message;
  }
}

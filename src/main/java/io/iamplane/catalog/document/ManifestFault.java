package io.iamplane.catalog.document;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Something wrong with a manifest. Both texts are one line of printable characters, whatever the
 * manifest holds, and of bounded length.
 *
 * @param place where, as a path: {@code permissions[3].key}; with line and column within an
 *     expression, {@code types.doc.permissions.can_read:1:14}, or within a text that cannot be
 *     read, {@code 12:3}
 * @param message what is wrong and what would be right
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

  /** Neither moves a terminal's cursor nor turns the direction of what is read. */
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

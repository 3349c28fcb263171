package io.iamplane.catalog.document;

import org.jspecify.annotations.Nullable;

/** What a text may hold: PostgreSQL, UTF-8 and a reader must be able to keep it as it is. */
final class Texts {

  private Texts() {}

  /** What is wrong with a line that people read; null when nothing is. */
  static @Nullable String faultOfLine(String text, int max) {
    if (text.isBlank() || text.length() > max) {
      return "must have 1 to %d characters".formatted(max);
    }
    return text.chars().anyMatch(Character::isISOControl)
        ? "must not hold control characters"
        : faultOfCharacters(text);
  }

  /** What is wrong with a text of several lines; null when nothing is. */
  static @Nullable String faultOfLines(String text, int max) {
    return faultOfLine(text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' '), max);
  }

  /** What is wrong with a free text, which may be empty; null when nothing is. */
  static @Nullable String faultOfFree(String text, int max) {
    if (text.length() > max) {
      return "must have at most %d characters".formatted(max);
    }
    return text.indexOf(0) >= 0 ? "must not hold the character U+0000" : faultOfCharacters(text);
  }

  private static @Nullable String faultOfCharacters(String text) {
    return text.codePoints().anyMatch(Texts::isSurrogate)
        ? "must not hold half a surrogate pair"
        : null;
  }

  /** Pairs have become one code point, so that only halves are left. */
  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}

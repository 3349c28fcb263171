package io.iamplane.shared.json;

import org.jspecify.annotations.Nullable;

/** The characters allowed in a text: PostgreSQL, UTF-8 and a reader must keep it unchanged. */
@FunctionalInterface
public interface TextRule {

  /** Any text; its use is checked elsewhere. */
  TextRule ANY = _ -> null;

  /** Returns the fault of a text; null if it has none. */
  @Nullable String fault(String text);

  /** A line that people read. */
  static TextRule line(int max) {
    return text -> {
      if (text.isBlank() || text.length() > max) {
        return "must be 1 to %d characters long and not blank".formatted(max);
      }
      return text.chars().anyMatch(Character::isISOControl)
          ? "must not contain control characters"
          : faultOfCharacters(text);
    };
  }

  /** A text of several lines. */
  static TextRule lines(int max) {
    TextRule line = line(max);
    return text -> line.fault(text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' '));
  }

  /** A name that is looked up exactly: with white space around it, it would name nothing. */
  static TextRule name(int max) {
    return text -> {
      if (text.isEmpty() || text.length() > max) {
        return "must be a string of 1 to %d characters".formatted(max);
      }
      return text.equals(text.strip()) ? null : "must not begin or end with white space";
    };
  }

  /** A free text, which may be empty. */
  static TextRule free(int max) {
    return text ->
        text.length() > max
            ? "must have at most %d characters".formatted(max)
            : faultOfCharacters(text);
  }

  /** Returns the fault that keeps a text from being stored unchanged; null if absent. */
  static @Nullable String faultOfCharacters(String text) {
    if (text.indexOf(0) >= 0) {
      return "must not contain the character U+0000";
    }
    return hasHalfPair(text) ? "must not contain half a surrogate pair" : null;
  }

  /** Returns true if a text holds a surrogate without its other half; UTF-8 cannot encode it. */
  static boolean hasHalfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}

package io.iamplane.language.pattern;

/**
 * The full key of a permission: {@code warehouse:stock.adjust}. Keys are compared exactly, case
 * included.
 *
 * @param app the application's key: a lower-case letter, then lower-case letters, digits, {@code _}
 *     and {@code -}; at most 64 characters
 * @param name one or more segments joined by dots, each of letters, digits, {@code _} and {@code
 *     -}; at most 190 characters
 */
public record PermissionKey(String app, String name) {

  private static final int MAX_APP_LENGTH = 64;
  private static final int MAX_NAME_LENGTH = 190;

  /**
   * Reads a full key.
   *
   * @throws InvalidPermissionException when the text is not a key, a pattern included
   */
  public static PermissionKey parse(String text) throws InvalidPermissionException {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new InvalidPermissionException(
          "must be a full permission name (app:key), such as warehouse:stock.adjust");
    }
    String app = text.substring(0, colon);
    String name = text.substring(colon + 1);
    if (!isApp(app)) {
      throw new InvalidPermissionException(
          "the part before the colon must be an application key: lower-case letters, digits, '_'"
              + " and '-', starting with a letter; at most %d characters"
                  .formatted(MAX_APP_LENGTH));
    }
    if (!isName(name)) {
      throw new InvalidPermissionException(
          "the part after the colon must consist of letters, digits, '_' and '-', in segments"
              + " joined by dots; at most %d".formatted(MAX_NAME_LENGTH)
              + " characters");
    }
    return new PermissionKey(app, name);
  }

  /** Returns true if the text can be an application's key. */
  public static boolean isApp(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_APP_LENGTH
        && text.charAt(0) >= 'a'
        && text.charAt(0) <= 'z'
        && text.chars().allMatch(c -> isSegmentCharacter(c) && !(c >= 'A' && c <= 'Z'));
  }

  /** Returns true if the text can follow the colon. */
  public static boolean isName(String text) {
    return text.length() <= MAX_NAME_LENGTH
        && !text.isEmpty()
        && !text.startsWith(".")
        && !text.endsWith(".")
        && !text.contains("..")
        && text.chars().allMatch(c -> c == '.' || isSegmentCharacter(c));
  }

  private static boolean isSegmentCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  @Override
  public String toString() {
    return app + ":" + name;
  }
}

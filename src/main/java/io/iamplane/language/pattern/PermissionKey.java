package io.iamplane.language.pattern;

import java.util.regex.Pattern;

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
  private static final Pattern APP = Pattern.compile("[a-z][a-z0-9_-]*");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*");

  /** Reads a full key; throws for any other text, a pattern included. */
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
    return text.length() <= MAX_APP_LENGTH && APP.matcher(text).matches();
  }

  /** Returns true if the text can follow the colon. */
  public static boolean isName(String text) {
    return text.length() <= MAX_NAME_LENGTH && NAME.matcher(text).matches();
  }

  @Override
  public String toString() {
    return app + ":" + name;
  }
}

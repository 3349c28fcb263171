package io.iamplane.language.pattern;

import java.util.ArrayList;
import java.util.List;

/**
 * An entry of a role's list of permissions: one key ({@code warehouse:stock.adjust}), all keys
 * below a segment ({@code warehouse:stock.*}, at any depth, not {@code warehouse:stock} itself), or
 * all keys of one application ({@code warehouse:*}). There is no pattern over applications: a role
 * must not grow with later installations.
 */
public sealed interface PermissionPattern {

  /** Returns true if the pattern names the full key. */
  boolean matches(String key);

  /** Returns true if the pattern can name more than one key. */
  default boolean isWildcard() {
    return this instanceof Prefix;
  }

  /** The application of the named permissions. */
  String app();

  /** Reads a full key or a pattern. */
  static PermissionPattern parse(String text) throws InvalidPermissionException {
    int star = text.indexOf('*');
    if (star < 0) {
      return new Exact(PermissionKey.parse(text));
    }
    if (text.startsWith("*")) {
      throw new InvalidPermissionException(
          "a pattern must name its application: app:* or app:key.*");
    }
    boolean whole = text.endsWith(":*");
    if (star != text.length() - 1 || (!whole && !text.endsWith(".*"))) {
      throw new InvalidPermissionException(
          "'*' can stand only for whole segments at the end: app:* or app:key.*");
    }
    // Any key below the pattern shows that the part before the star is well formed.
    PermissionKey below = PermissionKey.parse(text.substring(0, star) + "x");
    return new Prefix(below.app(), text.substring(0, star));
  }

  /** Every text, key or pattern, that names a permission of that full key. */
  static List<String> naming(String key) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) == ':' || key.charAt(i) == '.') {
        texts.add(key.substring(0, i + 1) + "*");
      }
    }
    texts.add(key);
    return texts;
  }

  record Exact(PermissionKey key) implements PermissionPattern {

    @Override
    public boolean matches(String candidate) {
      int colon = key.app().length();
      return candidate.length() == colon + 1 + key.name().length()
          && candidate.charAt(colon) == ':'
          && candidate.startsWith(key.app())
          && candidate.endsWith(key.name());
    }

    @Override
    public String app() {
      return key.app();
    }

    @Override
    public String toString() {
      return key.toString();
    }
  }

  /**
   * All permissions below a prefix.
   *
   * @param prefix ends with the separator, so that {@code stock.} is not a prefix of {@code stocks}
   */
  record Prefix(String app, String prefix) implements PermissionPattern {

    @Override
    public boolean matches(String candidate) {
      return candidate.length() > prefix.length() && candidate.startsWith(prefix);
    }

    @Override
    public String toString() {
      return prefix + "*";
    }
  }
}

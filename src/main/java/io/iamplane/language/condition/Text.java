package io.iamplane.language.condition;

/** Order of strings by code point, which differs from {@link String#compareTo} above U+FFFF. */
final class Text {

  private Text() {}

  /** Negative, 0 or positive. */
  public static int compare(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean sameKind = Character.isSurrogate(x) == Character.isSurrogate(y);
        return sameKind ? x - y : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }
}

package io.iamplane.language.condition;

import java.util.Set;

/** The rules for words. */
final class Names {

  private static final Set<String> KEYWORDS = Set.of("in", "null", "true", "false");

  /** Reserved by CEL for names that stand alone; they may follow a dot. */
  private static final Set<String> RESERVED =
      Set.of(
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "namespace",
          "package",
          "return",
          "var",
          "void",
          "while");

  private Names() {}

  /** Returns true if the name can follow a dot; else it needs quotes and brackets. */
  public static boolean followsDot(String name) {
    return !name.isEmpty()
        && isNameStart(name.charAt(0))
        && name.chars().allMatch(c -> isNameStart(c) || isDigit(c))
        && !isKeyword(name);
  }

  public static boolean isKeyword(String name) {
    return KEYWORDS.contains(name);
  }

  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  public static boolean canBeVariable(String name) {
    return !RESERVED.contains(name) && Root.named(name) == null;
  }

  public static boolean isNameStart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  public static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}

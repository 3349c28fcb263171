package io.iamplane.language.condition;

/** Reads one quoted string and resolves its escapes, as CEL defines them. */
final class StringScanner {

  private final Source source;
  private final String text;
  private final boolean raw;
  private final StringBuilder value = new StringBuilder();
  private final int start;
  private int at;

  /** Begins at the opening quote; in a raw string backslashes stand for themselves. */
  StringScanner(Source source, int start, boolean raw) {
    this.source = source;
    this.text = source.text();
    this.raw = raw;
    this.start = start;
    this.at = start;
  }

  /** The offset after the closing quote. */
  int end() {
    return at;
  }

  String scan() throws ConditionSyntaxException {
    char quote = text.charAt(at++);
    if (text.startsWith(Character.toString(quote).repeat(2), at)) {
      throw source.fault(start, "triple-quoted strings are not supported");
    }
    while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
      char c = text.charAt(at++);
      if (c == quote) {
        return value.toString();
      }
      if (c == '\\' && !raw) {
        escape(at - 1);
      } else {
        value.append(c);
      }
    }
    throw source.fault(start, "the string is not closed before the end of the line");
  }

  private void escape(int from) throws ConditionSyntaxException {
    int c = at < text.length() ? text.charAt(at++) : -1;
    switch (c) {
      case '\\', '"', '\'', '`', '?' -> value.append((char) c);
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case 'f' -> value.append('\f');
      case 'b' -> value.append('\b');
      case 'a' -> value.append('\u0007');
      case 'v' -> value.append('\u000b');
      case 'x', 'X' -> code(from, 2, 16);
      case 'u' -> code(from, 4, 16);
      case 'U' -> code(from, 8, 16);
      case '0', '1', '2', '3' -> {
        at--;
        code(from, 3, 8);
      }
      default ->
          throw source.fault(
              from, "unknown escape; write r\"...\" for a pattern, or \\\\ for a backslash");
    }
  }

  private void code(int from, int digits, int radix) throws ConditionSyntaxException {
    long point = 0;
    for (int i = 0; i < digits; i++) {
      int c = at < text.length() ? text.charAt(at++) : -1;
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        throw source.fault(
            from,
            "this escape requires %d %s digits"
                .formatted(digits, radix == 16 ? "hexadecimal" : "octal"));
      }
      point = point * radix + digit;
    }
    if (point > Character.MAX_CODE_POINT
        || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
      throw source.fault(from, "this escape does not denote a character");
    }
    value.appendCodePoint((int) point);
  }
}

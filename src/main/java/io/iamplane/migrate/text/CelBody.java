package io.iamplane.migrate.text;

/** Finds the end of an expression in CEL that stands in braces. */
public final class CelBody {

  private CelBody() {}

  /**
   * The position of the brace that ends the text, past strings, comments and braces within it; -1
   * if absent.
   */
  public static int end(String text, int from) {
    int depth = 0;
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        at = endOfString(text, at);
        continue;
      }
      if (c == '/' && text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
        continue;
      }
      if (c == '{') {
        depth++;
      } else if (c == '}' && depth-- == 0) {
        return at;
      }
      at++;
    }
    return -1;
  }

  private static int endOfString(String text, int from) {
    char quote = text.charAt(from);
    String triple = String.valueOf(quote).repeat(3);
    boolean raw = from > 0 && (text.charAt(from - 1) == 'r' || text.charAt(from - 1) == 'R');
    String end = text.startsWith(triple, from) ? triple : String.valueOf(quote);
    int at = from + end.length();
    while (at < text.length() && !text.startsWith(end, at)) {
      if (end.length() == 1 && text.charAt(at) == '\n') {
        return at;
      }
      at += text.charAt(at) == '\\' && !raw ? 2 : 1;
    }
    return Math.min(text.length(), at + end.length());
  }
}

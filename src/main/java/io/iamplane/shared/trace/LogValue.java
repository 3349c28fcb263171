package io.iamplane.shared.trace;

import java.util.HexFormat;

/**
 * A value of a {@code key=value} line. Text that looks like another pair or another line is quoted
 * and escaped as in JSON, so that no value can forge either.
 */
final class LogValue {

  private LogValue() {}

  static void append(StringBuilder line, String value) {
    if (isPlain(value)) {
      line.append(value);
      return;
    }
    line.append('"');
    for (int i = 0; i < value.length(); i++) {
      appendQuoted(line, value.charAt(i));
    }
    line.append('"');
  }

  private static boolean isPlain(String value) {
    return !value.isEmpty()
        && value.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '=');
  }

  private static void appendQuoted(StringBuilder line, char c) {
    if (c == '"' || c == '\\') {
      line.append('\\').append(c);
    } else if (c < ' ' || c >= 0x7f) {
      line.append("\\u").append(HexFormat.of().toHexDigits(c));
    } else {
      line.append(c);
    }
  }
}

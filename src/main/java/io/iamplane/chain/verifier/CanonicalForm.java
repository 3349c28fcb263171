package io.iamplane.chain.verifier;

import java.io.IOException;
import java.util.Optional;
import org.erdtman.jcs.NumberToJSON;

/**
 * Checks that a text is canonical by RFC 8785. A text that names a member twice, or is written in
 * another way, can have a right hash, and still two readers may read it differently. Examines each
 * character once and builds no second text, since every record of a chain goes through here.
 */
final class CanonicalForm {

  /** The deepest nesting that the parsers of this service read. */
  private static final int DEEPEST = 1_000;

  /** Integers of so many digits are doubles exactly, and written alike. */
  private static final int EXACT_DIGITS = 15;

  /** Longer than any number is written: sign, 17 digits, point, zeros or exponent. */
  private static final int LONGEST_NUMBER = 32;

  private final String text;
  private int at;
  private int depth;

  private CanonicalForm(String text) {
    this.text = text;
  }

  /** Reads a JSON value; returns its deviation from the canonical form, if any. */
  static Optional<String> fault(String text) {
    CanonicalForm form = new CanonicalForm(text);
    try {
      form.value();
      form.require(form.at == text.length(), "the end of the text");
      return Optional.empty();
    } catch (NotCanonicalException e) {
      return Optional.of(
          "with a fault at character %d (expected %s)"
              .formatted(Math.min(form.at, text.length()) + 1, e.wanted));
    }
  }

  private void value() throws NotCanonicalException {
    switch (peek()) {
      case '{' -> object();
      case '[' -> list();
      case '"' -> string();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      default -> number();
    }
  }

  private void object() throws NotCanonicalException {
    open();
    String before = null;
    while (peek() != '}') {
      if (before != null) {
        skip(',');
      }
      String name = string();
      require(before == null || before.compareTo(name) < 0, "sorted members without duplicates");
      before = name;
      skip(':');
      value();
    }
    close();
  }

  private void list() throws NotCanonicalException {
    open();
    for (boolean first = true; peek() != ']'; first = false) {
      if (!first) {
        skip(',');
      }
      value();
    }
    close();
  }

  private void open() throws NotCanonicalException {
    require(++depth <= DEEPEST, "at most " + DEEPEST + " nesting levels");
    at++;
  }

  private void close() {
    depth--;
    at++;
  }

  /** Reads a string: {@code String} compares by UTF-16 code units, as RFC 8785 sorts. */
  private String string() throws NotCanonicalException {
    skip('"');
    int start = at;
    while (peek() != '"') {
      if (peek() == '\\') {
        return escaped(start);
      }
      character();
    }
    return text.substring(start, at++);
  }

  private String escaped(int start) throws NotCanonicalException {
    StringBuilder said = new StringBuilder(text.substring(start, at));
    while (peek() != '"') {
      if (peek() == '\\') {
        said.append(escape());
      } else {
        int from = at;
        character();
        said.append(text, from, at);
      }
    }
    at++;
    return said.toString();
  }

  /** One character that stands for itself. */
  private void character() throws NotCanonicalException {
    char unit = peek();
    require(unit >= ' ', "an escaped control character");
    at++;
    if (Character.isSurrogate(unit)) {
      require(
          Character.isHighSurrogate(unit) && Character.isLowSurrogate(peek()), "a surrogate pair");
      at++;
    }
  }

  /** The escapes that have to be: a character that has a short one has no other. */
  private char escape() throws NotCanonicalException {
    int from = at++;
    char letter = peek();
    at++;
    return switch (letter) {
      case '"', '\\' -> letter;
      case 'b' -> '\b';
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'f' -> '\f';
      case 'r' -> '\r';
      default -> {
        require(letter == 'u' && at + 4 <= text.length(), "an escape that RFC 8785 allows");
        at += 4;
        yield control(text.substring(from + 2, at));
      }
    };
  }

  private char control(String digits) throws NotCanonicalException {
    require(digits.matches("00[01][0-9a-f]"), "an escape that RFC 8785 allows");
    char said = (char) Integer.parseInt(digits, 16);
    require("\b\t\n\f\r".indexOf(said) < 0, "a short escape, such as \\n, instead of a \\u escape");
    return said;
  }

  private void number() throws NotCanonicalException {
    int from = at;
    while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String written = text.substring(from, at);
    require(isExact(written) || isWritten(written), "a number in the form that RFC 8785 defines");
  }

  private static boolean isExact(String written) {
    if (written.isEmpty() || written.length() > EXACT_DIGITS) {
      return false;
    }
    for (int i = 0; i < written.length(); i++) {
      char digit = written.charAt(i);
      if (digit < '0' || digit > '9') {
        return false;
      }
    }
    return written.length() == 1 || written.charAt(0) != '0';
  }

  private static boolean isWritten(String written) {
    try {
      return written.length() <= LONGEST_NUMBER
          && NumberToJSON.serializeNumber(Double.parseDouble(written)).equals(written);
    } catch (IOException | NumberFormatException e) {
      // No number, or one that no double holds.
      return false;
    }
  }

  private void literal(String word) throws NotCanonicalException {
    require(text.startsWith(word, at), "a value");
    at += word.length();
  }

  private void skip(char wanted) throws NotCanonicalException {
    require(peek() == wanted, "'" + wanted + "'");
    at++;
  }

  private char peek() throws NotCanonicalException {
    require(at < text.length(), "more text");
    return text.charAt(at);
  }

  private void require(boolean holds, String wanted) throws NotCanonicalException {
    if (!holds) {
      throw new NotCanonicalException(wanted);
    }
  }

  private static final class NotCanonicalException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String wanted;

    NotCanonicalException(String wanted) {
      super(wanted, null, false, false);
      this.wanted = wanted;
    }
  }
}

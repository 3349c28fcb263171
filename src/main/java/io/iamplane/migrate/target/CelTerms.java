package io.iamplane.migrate.target;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Replaces the parameters of CEL by terms; drops comments, and the suffix of unsigned numbers. */
final class CelTerms {

  /** Methods with another name here. */
  private static final Map<String, String> METHODS = Map.of("in_cidr", "inCidr");

  private final String text;
  private final Map<String, String> terms;
  private final StringBuilder out = new StringBuilder();
  private final Set<String> words = new HashSet<>();
  private int at;

  CelTerms(String text, Map<String, String> terms) {
    this.text = text;
    this.terms = terms;
  }

  String replaced() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"' || c == '\'') {
        string(c);
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (Character.isJavaIdentifierStart(c)) {
        word();
      } else if (Character.isDigit(c)) {
        number();
      } else {
        out.append(Character.isWhitespace(c) ? ' ' : c);
        at++;
      }
    }
    return out.toString().strip();
  }

  /** The words of the replaced text, members aside. */
  Set<String> words() {
    return words;
  }

  private void string(char quote) {
    boolean raw = at > 0 && (text.charAt(at - 1) == 'r' || text.charAt(at - 1) == 'R');
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != quote) {
      end += text.charAt(end) == '\\' && !raw ? 2 : 1;
    }
    end = Math.min(text.length(), end + 1);
    out.append(text, at, end);
    at = end;
  }

  private void number() {
    int end = at;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    boolean unsigned = Character.toLowerCase(text.charAt(end - 1)) == 'u';
    out.append(text, at, unsigned ? end - 1 : end);
    at = end;
  }

  private void word() {
    int end = at;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    String word = text.substring(at, end);
    at = end;
    if (isMember()) {
      out.append(METHODS.getOrDefault(word, word));
    } else {
      words.add(word);
      // An address is a text here, which needs no function to become one.
      boolean address = word.equals("ipaddress") && !terms.containsKey(word) && isCall();
      out.append(address ? "" : terms.getOrDefault(word, word));
    }
  }

  private boolean isCall() {
    return text.substring(at).stripLeading().startsWith("(");
  }

  private boolean isMember() {
    int before = out.length() - 1;
    while (before >= 0 && out.charAt(before) == ' ') {
      before--;
    }
    return before >= 0 && out.charAt(before) == '.';
  }
}

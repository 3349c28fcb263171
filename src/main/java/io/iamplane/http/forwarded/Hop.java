package io.iamplane.http.forwarded;

import io.iamplane.shared.net.IpAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One proxy's statement about the connection that it received.
 *
 * @param address of its client; null if missing or invalid
 * @param proto the scheme, lower case; null if missing
 */
record Hop(@Nullable String address, @Nullable String proto) {

  /** The hops of {@code X-Forwarded-For}, in the order of the header's lines. */
  static List<Hop> ofAddresses(List<String> lines) {
    return entries(lines, ',').stream().map(entry -> new Hop(address(entry), null)).toList();
  }

  /** The hops of {@code Forwarded} (RFC 7239, section 4). */
  static List<Hop> ofElements(List<String> lines) {
    return entries(lines, ',').stream().map(Hop::element).toList();
  }

  /** The parts of a header's lines; a separator inside quotes does not separate. */
  static List<String> entries(List<String> lines, char separator) {
    List<String> entries = new ArrayList<>();
    for (String line : lines) {
      int start = 0;
      boolean quoted = false;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (c == '"') {
          quoted = !quoted;
        } else if (c == separator && !quoted) {
          entries.add(line.substring(start, i).strip());
          start = i + 1;
        }
      }
      entries.add(line.substring(start).strip());
    }
    return entries;
  }

  /** A parameter given twice makes its value unknown, rather than one of the two. */
  private static Hop element(String element) {
    String address = null;
    String proto = null;
    boolean sawFor = false;
    boolean sawProto = false;
    for (String pair : entries(List.of(element), ';')) {
      if (pair.regionMatches(true, 0, "for=", 0, 4)) {
        address = sawFor ? null : address(unquoted(pair.substring(4)));
        sawFor = true;
      } else if (pair.regionMatches(true, 0, "proto=", 0, 6)) {
        proto = sawProto ? null : unquoted(pair.substring(6));
        sawProto = true;
      }
    }
    return new Hop(address, proto);
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** An address with or without a port; null for names, "unknown" and "_hidden" (section 6). */
  static @Nullable String address(String node) {
    String host = node;
    if (node.startsWith("[")) {
      int end = node.indexOf(']');
      if (end < 0 || !isPort(node.substring(end + 1)) || node.indexOf(':') > end) {
        return null;
      }
      host = node.substring(1, end);
    } else if (node.indexOf(':') >= 0 && node.indexOf(':') == node.lastIndexOf(':')) {
      if (!isPort(node.substring(node.indexOf(':')))) {
        return null;
      }
      host = node.substring(0, node.indexOf(':'));
    }
    return IpAddress.parse(host) == null ? null : host;
  }

  /** Nothing, or a colon and digits; an obfuscated port starts with an underscore. */
  private static boolean isPort(String text) {
    return text.isEmpty()
        || (text.length() > 1
            && text.charAt(0) == ':'
            && text.chars().skip(1).allMatch(c -> c == '_' || Character.isLetterOrDigit(c)));
  }
}

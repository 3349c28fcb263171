package io.iamplane.signin;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The URLs to which a browser is sent back. */
final class ReturnUris {

  static final int MAX_LENGTH = 512;

  /** A loopback address in digits: a name may lead elsewhere (RFC 8252, section 8.3). */
  private static final Pattern LOOPBACK =
      Pattern.compile("(http://(?:127\\.0\\.0\\.1|\\[::1]))(?::([0-9]{1,5}))?((?:[/?].*)?)");

  private static final int MAX_PORT = 65_535;

  private ReturnUris() {}

  /**
   * Returns true for a registered URL: an exact match, except for the port of a loopback address
   * (RFC 9700, section 2.1; RFC 8252, section 7.3).
   */
  static boolean contains(List<String> registered, String asked) {
    return asked.length() <= MAX_LENGTH
        && registered.stream().anyMatch(each -> each.equals(asked) || differInPort(each, asked));
  }

  private static boolean differInPort(String registered, String asked) {
    Matcher one = LOOPBACK.matcher(registered);
    Matcher other = LOOPBACK.matcher(asked);
    return one.matches()
        && other.matches()
        && (other.group(2) == null || Integer.parseInt(other.group(2)) <= MAX_PORT)
        && one.group(1).equals(other.group(1))
        && one.group(3).equals(other.group(3));
  }

  /** The origin of a URL: scheme, host and port. */
  static String origin(String url) {
    int end = url.indexOf("://") + 3;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return url.substring(0, end);
  }

  /** The URL with more parameters in its query. */
  static String with(String url, Map<String, String> parameters) {
    if (parameters.isEmpty()) {
      return url;
    }
    String query =
        parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + encode(each.getValue()))
            .collect(Collectors.joining("&"));
    return url + (url.contains("?") ? "&" : "?") + query;
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}

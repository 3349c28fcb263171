package io.iamplane.testing.http;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Addresses of requests. */
final class Urls {

  /** Characters that need no escape; the percent sign too, so that a test may write escapes. */
  private static final String PLAIN = "%/?&=:@,;!$'()*-._~";

  private Urls() {}

  /** A path of the application, escaped for a URL, with parameters. */
  static URI of(int port, String path, List<String> parameters) {
    String target = escaped(path);
    if (!parameters.isEmpty()) {
      target += (path.contains("?") ? "&" : "?") + String.join("&", parameters);
    }
    return URI.create("http://localhost:" + port + target);
  }

  static String parameter(String name, Object value) {
    return encoded(name) + "=" + encoded(value.toString());
  }

  private static String escaped(String path) {
    StringBuilder escaped = new StringBuilder();
    path.codePoints()
        .mapToObj(Character::toString)
        .map(each -> isPlain(each.charAt(0)) ? each : encoded(each))
        .forEach(escaped::append);
    return escaped.toString();
  }

  private static boolean isPlain(char character) {
    return PLAIN.indexOf(character) >= 0 || character < 128 && Character.isLetterOrDigit(character);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

package io.iamplane.http;

import io.iamplane.token.RawToken;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header that carries a token (RFC 6750, section 2.1), and no other place that could. */
final class BearerHeader {

  private static final String SCHEME = "bearer ";

  private BearerHeader() {}

  /** The lines of the header; empty if absent. */
  static List<String> lines(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.AUTHORIZATION);
  }

  /** The token of a header that is one line with one; null for every other header. */
  static @Nullable RawToken token(List<String> lines) {
    if (lines.size() != 1) {
      return null;
    }
    String line = lines.getFirst();
    return line.length() > SCHEME.length()
            && line.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? new RawToken(line.substring(SCHEME.length()).strip())
        : null;
  }
}

package io.iamplane.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds ambiguous heads: a difference in reading between a proxy and this process is a way around
 * the proxy (RFC 9112, sections 3.2 and 6; RFC 3986, section 6.2.2).
 */
final class RequestHead {

  static final String HOST =
      "There must be exactly one Host header, with a host and an optional port.";

  private static final String CHUNKED = "chunked";

  private RequestHead() {}

  /** Returns a head's fault, or null; the normal path has no dot segments or needless escapes. */
  static @Nullable String fault(
      HttpVersion version, String path, String normalPath, MultiMap headers) {
    if (!normalPath.equals(path)) {
      return "The path must be normalized, without dot segments or unnecessary escapes.";
    }
    if (path.indexOf(';') >= 0) {
      return "The path must not contain \";\".";
    }
    if (headers.contains(HttpHeaders.TRANSFER_ENCODING)
        && !isChunked(version, headers.getAll(HttpHeaders.TRANSFER_ENCODING))) {
      return "Transfer-Encoding must be a single header with the value \"chunked\", over HTTP/1.1.";
    }
    if (headers.contains(HttpHeaders.CONTENT_LENGTH) && !isOneLength(headers)) {
      return "Content-Length must be a single header with one number, without Transfer-Encoding.";
    }
    return isOneHost(version, headers) ? null : HOST;
  }

  private static boolean isChunked(HttpVersion version, List<String> lines) {
    return version == HttpVersion.HTTP_1_1
        && lines.size() == 1
        && CHUNKED.equalsIgnoreCase(lines.getFirst());
  }

  private static boolean isOneLength(MultiMap headers) {
    List<String> lines = headers.getAll(HttpHeaders.CONTENT_LENGTH);
    return lines.size() == 1
        && !lines.getFirst().isEmpty()
        && lines.getFirst().chars().allMatch(c -> c >= '0' && c <= '9')
        && !headers.contains(HttpHeaders.TRANSFER_ENCODING);
  }

  /** HTTP/2 has a field of its own for it, and HTTP/1.0 knows none. */
  private static boolean isOneHost(HttpVersion version, MultiMap headers) {
    int lines = headers.getAll(HttpHeaders.HOST).size();
    return version == HttpVersion.HTTP_1_1 ? lines == 1 : lines <= 1;
  }
}

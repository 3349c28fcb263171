package io.iamplane.http;

import io.iamplane.shared.wire.LargeBody;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests that ask for nothing but an answer in JSON to a short body in JSON. */
final class PlainQuestion {

  private static final String JSON = "application/json";

  private static final Pattern WITH_CHARSET =
      Pattern.compile("application/json *; *charset=\"?utf-8\"?", Pattern.CASE_INSENSITIVE);

  /** Longer than the headers that clients send by default. */
  private static final int LONGEST_ACCEPT = 200;

  /** More than any short body has are too many; nothing has none. */
  private static final Pattern DIGITS = Pattern.compile("[1-9][0-9]{0,5}");

  private PlainQuestion() {}

  static boolean is(HttpServerRequest request) {
    MultiMap headers = request.headers();
    // What turns out not to be plain is left to the framework, which pauses it once its body is
    // read: over HTTP/2 that fails.
    return request.version() != HttpVersion.HTTP_2
        && request.query() == null
        && isJson(headers.get(HttpHeaders.CONTENT_TYPE))
        && isShort(headers.get(HttpHeaders.CONTENT_LENGTH))
        && takesJson(headers.get(HttpHeaders.ACCEPT))
        && !headers.contains(HttpHeaders.ORIGIN)
        && !headers.contains(HttpHeaders.EXPECT)
        && !headers.contains(HttpHeaders.CONTENT_ENCODING)
        && !headers.contains(HttpHeaders.TRANSFER_ENCODING);
  }

  private static boolean isJson(@Nullable String type) {
    return type != null && (type.equals(JSON) || WITH_CHARSET.matcher(type).matches());
  }

  private static boolean isShort(@Nullable String length) {
    return length != null
        && DIGITS.matcher(length).matches()
        && !LargeBody.is(Long.parseLong(length));
  }

  /** Returns true if the header accepts JSON, in the usual forms; the framework knows all forms. */
  private static boolean takesJson(@Nullable String accept) {
    return accept == null || accept.equals("*/*") || accept.equals(JSON) || lists(accept);
  }

  /** Without a weight: one of nothing would refuse it. */
  private static boolean lists(String accept) {
    return accept.length() <= LONGEST_ACCEPT
        && accept.indexOf(';') < 0
        && Stream.of(accept.split(","))
            .map(String::strip)
            .anyMatch(type -> type.equals(JSON) || type.equals("*/*"));
  }
}

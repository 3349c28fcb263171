package io.iamplane.http;

import io.iamplane.shared.wire.LargeBody;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Requests that ask for nothing but an answer in JSON to a short body in JSON. */
final class PlainQuestion {

  private static final String JSON = "application/json";

  private static final Pattern WITH_CHARSET =
      Pattern.compile("application/json *; *charset=\"?utf-8\"?", Pattern.CASE_INSENSITIVE);

  /** More digits than any short body has. */
  private static final int MAX_DIGITS = 6;

  private PlainQuestion() {}

  /** Whether nothing in the head takes more than the direct way has. */
  static boolean is(HttpServerRequest request) {
    MultiMap headers = request.headers();
    return request.query() == null
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
    if (length == null || length.length() > MAX_DIGITS) {
      return false;
    }
    long bytes = Long.parseLong(length);
    return bytes > 0 && !LargeBody.is(bytes);
  }

  private static boolean takesJson(@Nullable String accept) {
    return accept == null || accept.equals("*/*") || accept.equals(JSON);
  }
}

package io.iamplane.http.exchange;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;

/** The headers for browsers and caches of every answer, on every path. */
@Singleton
public class AnswerHeaders {

  private final Map<String, String> always;

  AnswerHeaders(HttpConfig config) {
    Map<String, String> headers = new HashMap<>();
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    headers.put("Referrer-Policy", "no-referrer");
    if (config.requireHttps()) {
      headers.put("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
    this.always = Map.copyOf(headers);
  }

  public Map<String, String> always() {
    return always;
  }
}

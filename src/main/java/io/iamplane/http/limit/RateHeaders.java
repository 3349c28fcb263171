package io.iamplane.http.limit;

import java.util.Map;

/** How a ceiling is shown in answers (draft-ietf-httpapi-ratelimit-headers). */
public final class RateHeaders {

  private RateHeaders() {}

  /** The headers, by name. */
  public static Map<String, String> of(RateLimit limit, RateLimits.State state) {
    String name = '"' + limit.wire() + '"';
    return Map.of(
        "RateLimit-Policy",
        name + ";q=" + state.ceiling() + ";w=" + RateLimits.windowSeconds(),
        "RateLimit",
        name + ";r=" + state.remaining() + ";t=" + state.resetSeconds());
  }
}

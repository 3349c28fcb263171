package io.iamplane.http.limit;

import java.util.Map;

/** The headers of a ceiling in answers (draft-ietf-httpapi-ratelimit-headers). */
public final class RateHeaders {

  private RateHeaders() {}

  public static Map<String, String> of(RateLimit limit, RateLimits.State state) {
    String name = '"' + limit.wire() + '"';
    return Map.of(
        "RateLimit-Policy",
        name + ";q=" + state.ceiling() + ";w=" + RateLimits.windowSeconds(),
        "RateLimit",
        name + ";r=" + state.remaining() + ";t=" + state.resetSeconds());
  }
}

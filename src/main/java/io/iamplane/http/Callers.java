package io.iamplane.http;

import io.iamplane.shared.Caller;
import io.iamplane.token.VerifiedToken;
import org.jspecify.annotations.Nullable;

final class Callers {

  private static final int MAX_USER_AGENT = 256;

  private Callers() {}

  static Caller of(
      VerifiedToken token, String correlationId, String address, @Nullable String userAgent) {
    return token.caller(new Caller.Origin(correlationId, address, cut(userAgent)));
  }

  private static @Nullable String cut(@Nullable String agent) {
    return agent == null || agent.length() <= MAX_USER_AGENT
        ? agent
        : agent.substring(0, MAX_USER_AGENT);
  }
}

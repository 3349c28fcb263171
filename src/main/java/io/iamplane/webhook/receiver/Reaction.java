package io.iamplane.webhook.receiver;

import java.time.Duration;
import java.util.Map;

public sealed interface Reaction {

  record Answer(int status, Map<String, String> headers, Duration delay) implements Reaction {

    public static Answer of(int status) {
      return new Answer(status, Map.of(), Duration.ZERO);
    }
  }

  /** Never answers, and keeps the connection. */
  record Hang() implements Reaction {}

  /** Closes the connection without an answer. */
  record Close() implements Reaction {}
}

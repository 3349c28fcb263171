package io.iamplane.webhook.send;

import io.iamplane.shared.WireName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * @param outcome a short name, for metrics
 * @param statusCode of the answer; null without an answer
 * @param error the reason of a failure; null after a success
 * @param retryAfter the receiver's {@code Retry-After}; null if absent
 * @param excerpt the beginning of the answer's body; null without an answer
 */
public record SendResult(
    Outcome outcome,
    @Nullable Integer statusCode,
    @Nullable String error,
    @Nullable Duration retryAfter,
    @Nullable String excerpt) {

  public enum Outcome implements WireName {
    DELIVERED,
    /** An answer other than 2xx, redirects included. */
    REJECTED,
    /** 410: the receiver is permanently gone. */
    GONE,
    /** No connection, or one that broke. */
    UNREACHABLE,
    TIMEOUT,
    /** Webhooks may not reach the address. */
    FORBIDDEN,
    /** Nothing was sent, for an internal reason: it is no attempt and is repeated. */
    POSTPONED
  }

  static SendResult failed(Outcome outcome, String error) {
    return new SendResult(outcome, null, error, null, null);
  }

  public boolean delivered() {
    return outcome == Outcome.DELIVERED;
  }
}

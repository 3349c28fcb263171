package io.iamplane.webhook.send;

import io.iamplane.shared.WireName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came of a request.
 *
 * @param outcome a short name, for figures
 * @param statusCode the answer's; null when there was none
 * @param error why it is no success; null when it is one
 * @param retryAfter what the receiver asked for; null when it asked for nothing
 * @param excerpt the beginning of the answer's body; null when there was none
 */
public record SendResult(
    Outcome outcome,
    @Nullable Integer statusCode,
    @Nullable String error,
    @Nullable Duration retryAfter,
    @Nullable String excerpt) {

  /** How a request may end. */
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

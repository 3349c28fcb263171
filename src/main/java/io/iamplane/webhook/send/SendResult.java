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
    /** An answer that is none of 2xx, redirects among them. */
    REJECTED,
    /** 410: the receiver is gone for good. */
    GONE,
    /** No connection, or one that broke. */
    UNREACHABLE,
    TIMEOUT,
    /** The address is none that webhooks go to. */
    FORBIDDEN,
    /** Nothing was sent, for a reason of ours: it counts for nothing and is tried again. */
    POSTPONED
  }

  static SendResult failed(Outcome outcome, String error) {
    return new SendResult(outcome, null, error, null, null);
  }

  public boolean delivered() {
    return outcome == Outcome.DELIVERED;
  }
}

package io.iamplane.webhook.outcome;

import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.delivery.Attempt;
import io.iamplane.webhook.delivery.DeliveryStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a try of a claimed delivery ended.
 *
 * @param status what the delivery is from now on: delivered, dead, or pending
 * @param nextAttemptAt when it is tried again; null when it is not
 * @param gone whether the receiver answered 410
 */
public record DeliveryOutcome(
    Claim claim,
    Attempt attempt,
    DeliveryStatus status,
    @Nullable Instant nextAttemptAt,
    boolean gone) {

  public boolean delivered() {
    return status == DeliveryStatus.DELIVERED;
  }

  public boolean finished() {
    return nextAttemptAt == null;
  }
}

package io.iamplane.webhook.outcome;

import io.iamplane.webhook.claim.Claim;
import io.iamplane.webhook.delivery.Attempt;
import io.iamplane.webhook.delivery.DeliveryStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * @param url the address that the attempt went to; the webhook may have another one by now
 * @param status the new status: delivered, dead or pending
 * @param nextAttemptAt the time of the next attempt; null if absent
 * @param gone true if the receiver answered 410
 */
public record DeliveryOutcome(
    Claim claim,
    String url,
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

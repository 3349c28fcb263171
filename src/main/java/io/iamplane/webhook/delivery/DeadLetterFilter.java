package io.iamplane.webhook.delivery;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A filter of dead letters; null members match all. The time is that of the fan-out. */
record DeadLetterFilter(
    @Nullable UUID webhookId,
    @Nullable String eventType,
    @Nullable Instant from,
    @Nullable Instant to) {

  private static final UUID LARGEST = new UUID(-1, -1);

  UUID first() {
    return from == null ? new UUID(0, 0) : DeliveryId.first(from);
  }

  /** Beyond the last. */
  UUID end() {
    return to == null ? LARGEST : DeliveryId.first(to);
  }
}

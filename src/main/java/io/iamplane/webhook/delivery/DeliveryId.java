package io.iamplane.webhook.delivery;

import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Identifies a delivery. Its time is the delivery's partition, so it is always one of version 7.
 */
public record DeliveryId(UUID value) {

  private static final int TIME_SHIFT = 16;

  public static DeliveryId next() {
    return new DeliveryId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<DeliveryId> parse(String text) {
    return UuidV7.parse(text).map(DeliveryId::new);
  }

  /** The smallest id of a moment. */
  public static UUID first(Instant moment) {
    return new UUID(moment.toEpochMilli() << TIME_SHIFT, 0);
  }

  /** Returns the time of creation, in milliseconds (RFC 9562, section 5.7). */
  public Instant createdAt() {
    return Instant.ofEpochMilli(value.getMostSignificantBits() >>> TIME_SHIFT);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

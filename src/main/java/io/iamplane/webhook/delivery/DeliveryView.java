package io.iamplane.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as the wire shows it.
 *
 * @param seq the number of the event in the feed
 * @param eventId the event's id, sent as the header {@code webhook-id}; null when it is kept no
 *     longer
 * @param tries how many there were since it was made or replayed
 * @param payload the event as it is sent; only where one delivery is read, and while it is kept
 * @param attempts the last tries, the oldest first; only where one delivery is read
 */
@RegisterForReflection
public record DeliveryView(
    String id,
    String webhookId,
    long seq,
    @Nullable UUID eventId,
    String eventType,
    DeliveryStatus status,
    int tries,
    @Nullable Instant nextAttemptAt,
    @Nullable Instant finishedAt,
    @Nullable String lastError,
    Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(type = SchemaType.OBJECT)
        @Nullable JsonNode payload,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Attempt> attempts) {

  static DeliveryView of(Delivery delivery) {
    return of(delivery, null, null);
  }

  static DeliveryView whole(Delivery delivery, @Nullable JsonNode payload) {
    return of(delivery, payload, delivery.attempts());
  }

  private static DeliveryView of(
      Delivery delivery, @Nullable JsonNode payload, @Nullable List<Attempt> attempts) {
    return new DeliveryView(
        delivery.id().toString(),
        delivery.webhook().toString(),
        delivery.seq(),
        delivery.event(),
        delivery.eventType(),
        delivery.status(),
        delivery.tries(),
        delivery.nextAttemptAt(),
        delivery.finishedAt(),
        delivery.lastError(),
        delivery.id().createdAt(),
        payload,
        attempts);
  }
}

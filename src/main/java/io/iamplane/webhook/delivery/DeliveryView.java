package io.iamplane.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
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
 * @param subject the event's target as {@code type:id}; null without the permission to read the
 *     event, and when it is kept no longer
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
    @Nullable String subject,
    DeliveryStatus status,
    int tries,
    @Nullable Instant nextAttemptAt,
    @Nullable Instant finishedAt,
    @Nullable String lastError,
    Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(type = SchemaType.OBJECT)
        @Nullable JsonNode payload,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Attempt> attempts) {

  /** A delivery without its payload; {@code readable} has the types that the caller may read. */
  static DeliveryView of(Delivery delivery, Set<String> readable) {
    boolean mayRead = readable.contains(delivery.eventType());
    return of(delivery, mayRead ? delivery.subject() : null, null, null);
  }

  static DeliveryView whole(Delivery delivery, @Nullable JsonNode payload) {
    return of(delivery, delivery.subject(), payload, delivery.attempts());
  }

  private static DeliveryView of(
      Delivery delivery,
      @Nullable String subject,
      @Nullable JsonNode payload,
      @Nullable List<Attempt> attempts) {
    return new DeliveryView(
        delivery.id().toString(),
        delivery.webhook().toString(),
        delivery.seq(),
        delivery.event(),
        delivery.eventType(),
        subject,
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

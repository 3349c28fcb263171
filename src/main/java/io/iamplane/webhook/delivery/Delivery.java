package io.iamplane.webhook.delivery;

import io.iamplane.webhook.subscription.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to one webhook.
 *
 * @param seq the number of the event, as the feed has it
 * @param event the event's id, which each request has as {@code webhook-id}; null when the event is
 *     kept no longer
 * @param subject {@code type:id} of the event's target; null when the event is kept no longer
 * @param target {@code type:id} of the event's target where the order counts, else null
 * @param tries how many there were since the delivery was made or replayed
 * @param nextAttemptAt when it is tried next; null when it is not
 * @param attempts the last of them, the oldest first; empty in a page
 */
public record Delivery(
    DeliveryId id,
    WebhookId webhook,
    long seq,
    @Nullable UUID event,
    String eventType,
    @Nullable String subject,
    @Nullable String target,
    DeliveryStatus status,
    int tries,
    @Nullable Instant nextAttemptAt,
    @Nullable Instant finishedAt,
    @Nullable String lastError,
    List<Attempt> attempts) {}

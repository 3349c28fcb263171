package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.WebhookId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A delivery that a worker holds, with its target where the order counts and its tries before. */
public record Claim(
    DeliveryId id,
    OrganizationId organization,
    WebhookId webhook,
    @Nullable String target,
    int tries,
    Instant dueAt,
    UUID eventId,
    String body) {}

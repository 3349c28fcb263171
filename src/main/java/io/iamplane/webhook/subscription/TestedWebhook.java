package io.iamplane.webhook.subscription;

import java.util.UUID;

/**
 * A webhook that an event is on its way to, sent to see whether it arrives.
 *
 * @param event the event's id, which the request has as {@code webhook-id}
 */
record TestedWebhook(Webhook webhook, UUID event) {}

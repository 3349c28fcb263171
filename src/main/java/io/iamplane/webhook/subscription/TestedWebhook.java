package io.iamplane.webhook.subscription;

import java.util.UUID;

/**
 * A webhook with the test event on its way to it.
 *
 * @param event the event's id, which the request has as {@code webhook-id}
 */
record TestedWebhook(Webhook webhook, UUID event) {}

package io.iamplane.webhook.subscription;

import java.util.UUID;

/** A webhook and the id of the test event on its way to it, the request's {@code webhook-id}. */
record TestedWebhook(Webhook webhook, UUID event) {}

package io.iamplane.webhook.subscription;

import java.util.UUID;

/** A webhook with the test event on its way to it, by the id that the request has. */
record TestedWebhook(Webhook webhook, UUID event) {}

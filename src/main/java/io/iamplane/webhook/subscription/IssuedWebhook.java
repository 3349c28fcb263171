package io.iamplane.webhook.subscription;

import io.iamplane.webhook.signature.WebhookSecret;

/** A webhook together with a secret that was made just now, to be shown once. */
public record IssuedWebhook(Webhook webhook, WebhookSecret secret) {}

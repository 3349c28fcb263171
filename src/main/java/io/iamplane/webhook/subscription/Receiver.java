package io.iamplane.webhook.subscription;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.signature.WebhookSecret;
import java.util.List;

/** An active webhook as the sender sees it, with the secrets that sign now, the newest first. */
public record Receiver(
    WebhookId id,
    OrganizationId organization,
    String url,
    boolean ordered,
    List<WebhookSecret> secrets) {}

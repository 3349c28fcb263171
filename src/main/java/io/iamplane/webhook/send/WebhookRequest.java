package io.iamplane.webhook.send;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.signature.WebhookSecret;
import java.util.List;
import java.util.UUID;

/**
 * What is sent where.
 *
 * @param organization whose webhook it is
 * @param id the event's, the same in every try, by which a receiver knows a repetition
 * @param secrets each of them signs
 */
public record WebhookRequest(
    OrganizationId organization, String url, UUID id, String body, List<WebhookSecret> secrets) {}

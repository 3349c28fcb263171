package io.iamplane.webhook.send;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.signature.WebhookSecret;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event with its URL and signing secrets.
 *
 * @param id the event's, the same in every attempt, so that a receiver recognizes repetitions
 * @param secrets each of them signs
 * @param traceparent the span of the attempt (W3C Trace Context); null if it has none
 */
public record WebhookRequest(
    OrganizationId organization,
    String url,
    UUID id,
    String body,
    List<WebhookSecret> secrets,
    @Nullable String traceparent) {}

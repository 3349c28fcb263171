package io.iamplane.webhook.subscription;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as the wire shows it.
 *
 * @param secret present in the answer that made it, and never again
 * @param failingSince when the receiver began to fail; null while it does not
 */
@RegisterForReflection
public record WebhookView(
    String id,
    String url,
    List<String> eventFilters,
    Webhook.Ordering ordering,
    Webhook.Status status,
    @Nullable String disabledReason,
    @Nullable Instant failingSince,
    boolean hasSecret,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret,
    @Nullable Instant previousSecretExpiresAt,
    Instant createdAt) {

  static WebhookView of(Webhook webhook, @Nullable Instant failingSince) {
    return of(webhook, failingSince, null);
  }

  static WebhookView of(IssuedWebhook issued) {
    return of(issued.webhook(), null, issued.secret().reveal());
  }

  private static WebhookView of(
      Webhook webhook, @Nullable Instant failingSince, @Nullable String secret) {
    return new WebhookView(
        webhook.id().toString(),
        webhook.url(),
        webhook.eventFilters(),
        webhook.ordering(),
        webhook.status(),
        webhook.disabledReason(),
        failingSince,
        true,
        secret,
        webhook.previousSecretExpiresAt(),
        webhook.createdAt());
  }
}

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
 * @param hasSecret false only in the answer that tells of its deletion
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
    return of(webhook, failingSince, true, null);
  }

  /** One that was deleted, as it last was, but for its secrets. */
  static WebhookView last(Webhook webhook) {
    return of(webhook, null, false, null);
  }

  static WebhookView of(IssuedWebhook issued) {
    return of(issued.webhook(), null, true, issued.secret().reveal());
  }

  private static WebhookView of(
      Webhook webhook, @Nullable Instant failingSince, boolean hasSecret, @Nullable String secret) {
    return new WebhookView(
        webhook.id().toString(),
        webhook.url(),
        webhook.eventFilters(),
        webhook.ordering(),
        webhook.status(),
        webhook.disabledReason(),
        failingSince,
        hasSecret,
        secret,
        webhook.previousSecretExpiresAt(),
        webhook.createdAt());
  }
}

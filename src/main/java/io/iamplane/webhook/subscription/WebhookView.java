package io.iamplane.webhook.subscription;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.webhook.subscription.WebhookService.TestedWebhook;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as the wire shows it.
 *
 * @param secret present in the answer that made it, and never again
 * @param hasSecret false only in the answer to its deletion
 * @param eventId of the event that a test sends; absent in all other answers
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
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UUID eventId,
    Instant createdAt) {

  static WebhookView of(Webhook webhook, @Nullable Instant failingSince) {
    return of(webhook, failingSince, true, null, null);
  }

  static WebhookView of(TestedWebhook tested, @Nullable Instant failingSince) {
    return of(tested.webhook(), failingSince, true, null, tested.event());
  }

  /** One that was deleted, as it last was, but for its secrets. */
  static WebhookView last(Webhook webhook) {
    return of(webhook, null, false, null, null);
  }

  static WebhookView of(IssuedWebhook issued) {
    return of(issued.webhook(), null, true, issued.secret().reveal(), null);
  }

  private static WebhookView of(
      Webhook webhook,
      @Nullable Instant failingSince,
      boolean hasSecret,
      @Nullable String secret,
      @Nullable UUID eventId) {
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
        eventId,
        webhook.createdAt());
  }
}

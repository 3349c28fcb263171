package io.iamplane.webhook.subscription;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The members of a webhook that a PATCH changes; a null {@code ordering} is {@code none}. */
@RegisterForReflection
public record UpdateWebhookRequest(
    @NotNull @Schema(examples = "https://hooks.example.com/iam/v2") String url,
    @NotNull @Schema(examples = "[\"*\"]") List<@NotNull String> eventFilters,
    Webhook.@Nullable Ordering ordering,
    @NotNull Webhook.Status status) {

  static UpdateWebhookRequest of(Webhook webhook) {
    return new UpdateWebhookRequest(
        webhook.url(), webhook.eventFilters(), webhook.ordering(), webhook.status());
  }
}

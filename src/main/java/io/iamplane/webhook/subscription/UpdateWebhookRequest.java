package io.iamplane.webhook.subscription;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of an update: absent or null members stay unchanged.
 *
 * @param eventFilters replaces all filters
 */
@RegisterForReflection
public record UpdateWebhookRequest(
    @Schema(examples = "https://hooks.example.com/iam/v2") @Nullable String url,
    @Schema(examples = "[\"*\"]") @Nullable List<@NotNull String> eventFilters,
    Webhook.@Nullable Ordering ordering,
    Webhook.@Nullable Status status) {}

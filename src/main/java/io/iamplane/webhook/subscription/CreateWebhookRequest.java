package io.iamplane.webhook.subscription;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * @param eventFilters exact types, {@code iam.grant.*} or {@code *}
 * @param ordering the order of deliveries; {@code none} if absent
 */
@RegisterForReflection
public record CreateWebhookRequest(
    @NotBlank @Schema(examples = "https://hooks.example.com/iam") String url,
    @NotNull @Schema(examples = "[\"iam.grant.*\", \"iam.user.suspended\"]")
        List<@NotNull String> eventFilters,
    Webhook.@Nullable Ordering ordering) {}

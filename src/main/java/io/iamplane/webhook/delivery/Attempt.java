package io.iamplane.webhook.delivery;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try of a delivery, as it is stored and shown.
 *
 * @param statusCode the answer's; null when there was none
 * @param error why it failed; null when it did not
 * @param response the beginning of the answer's body, at most 4 KiB
 */
@RegisterForReflection
public record Attempt(
    Instant at,
    long durationMs,
    @Nullable Integer statusCode,
    @Nullable String error,
    @Nullable String response) {}

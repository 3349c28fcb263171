package io.iamplane.directory.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A client as its administrators see it, and until when the secret before the last rotation works;
 * null: no more, or there was none.
 */
public record ClientState(Client client, @Nullable Instant previousSecretExpiresAt) {}

package io.iamplane.webhook.delivery;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What a replay of dead letters did.
 *
 * @param more whether others match; ask again for them
 */
@RegisterForReflection
public record ReplayedView(int replayed, boolean more) {}

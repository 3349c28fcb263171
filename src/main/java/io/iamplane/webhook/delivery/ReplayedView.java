package io.iamplane.webhook.delivery;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What a replay of dead letters did.
 *
 * @param replayed how many are sent again; others may have replayed or discarded some meanwhile
 * @param more whether others match; ask again for them
 */
@RegisterForReflection
public record ReplayedView(int replayed, boolean more) {}

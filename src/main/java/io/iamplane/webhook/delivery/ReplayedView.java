package io.iamplane.webhook.delivery;

import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * The result of a replay of dead letters.
 *
 * @param replayed the number of replayed dead letters; other requests may have replayed or
 *     discarded some
 * @param more true if further ones match; repeat the request
 */
@RegisterForReflection
public record ReplayedView(int replayed, boolean more) {}

package io.iamplane.governance.leastprivilege.use;

import java.time.Instant;
import java.util.UUID;

/**
 * A decision that a grant allowed.
 *
 * @param subject of the decision, {@code type:id}
 * @param permission the full key
 */
public record GrantUse(UUID grant, String subject, String permission, Instant at) {}

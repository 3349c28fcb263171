package io.iamplane.governance.leastprivilege.advice;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of a recommendation.
 *
 * @param summary one sentence in English
 * @param uses the number of decisions that they allowed since counting began
 * @param lastUsedAt the time of the last of these; null without one
 * @param from the time since which uses count
 * @param until the time up to which decisions were counted
 * @param permissions the number of permissions that the grants give
 * @param used the number of these permissions that were used
 */
@RegisterForReflection
public record Evidence(
    String summary,
    List<UUID> grants,
    long uses,
    @Nullable Instant lastUsedAt,
    Instant from,
    Instant until,
    int permissions,
    List<String> used) {}

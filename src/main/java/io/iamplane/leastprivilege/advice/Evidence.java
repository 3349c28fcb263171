package io.iamplane.leastprivilege.advice;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a recommendation rests on.
 *
 * @param summary one sentence in English
 * @param grants those that it is about
 * @param uses how many decisions they allowed since counting began
 * @param lastUsedAt when the last of these was; null: no decision used them
 * @param from what was used since then counts as used
 * @param until up to when decisions were counted
 * @param permissions how many permissions the grants give
 * @param used those of them that were used
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

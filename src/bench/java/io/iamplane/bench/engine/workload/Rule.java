package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * One policy: one grant or relation here, one policy of Cedar, one {@code p} line of Casbin.
 *
 * @param subject a user, or a group and its members
 * @param role what it gives; null: to read, and everything below {@code resource} with it
 * @param resource null: every resource
 * @param deny takes instead of giving; outweighs every rule that gives
 */
public record Rule(
    SubjectRef subject, @Nullable String role, @Nullable SubjectRef resource, boolean deny) {}

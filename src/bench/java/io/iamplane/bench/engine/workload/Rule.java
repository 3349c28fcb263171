package io.iamplane.bench.engine.workload;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * One policy: one grant or relation here, one policy of Cedar, one {@code p} line of Casbin.
 *
 * @param subject a user, or a group and its members
 * @param role the granted role; null: to read, and everything below {@code resource} with it
 * @param resource null: every resource
 * @param deny true for a denial, which outweighs every rule that permits
 */
public record Rule(
    SubjectRef subject, @Nullable String role, @Nullable SubjectRef resource, boolean deny) {}

package io.iamplane.directory.group;

import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A membership.
 *
 * @param member a subject, another group, or everyone of a type ({@code user:*})
 * @param condition it holds only while this is true; null: always
 */
@RegisterForReflection
public record GroupMember(
    UUID id, UUID groupId, SubjectRef member, @Nullable String condition, Instant createdAt) {}

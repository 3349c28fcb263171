package io.iamplane.directory.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A membership as the API shows it; see {@link GroupMember} for the meaning of the members. */
@RegisterForReflection
public record GroupMemberView(
    UUID id,
    String memberType,
    String memberId,
    @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    Instant createdAt) {

  static GroupMemberView of(GroupMember member) {
    return new GroupMemberView(
        member.id(),
        member.member().type(),
        member.member().id(),
        member.condition(),
        member.validFrom(),
        member.validUntil(),
        member.createdAt());
  }
}

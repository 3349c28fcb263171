package io.iamplane.directory.group;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A membership.
 *
 * @param member a subject, another group, or everyone of a type ({@code user:*})
 * @param condition it holds only while this is true; null: always
 * @param validFrom the first moment at which it holds; null: since ever
 * @param validUntil the first moment at which it no longer holds; null: without end
 */
@RegisterForReflection
public record GroupMember(
    UUID id,
    GroupId groupId,
    SubjectRef member,
    @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("condition");
  }

  boolean sameTerms(@Nullable String text, @Nullable Instant from, @Nullable Instant until) {
    return Objects.equals(condition, text)
        && Objects.equals(validFrom, from)
        && Objects.equals(validUntil, until);
  }
}

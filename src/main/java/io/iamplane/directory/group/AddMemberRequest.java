package io.iamplane.directory.group;

import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a membership; see {@link GroupMember} for the meaning of the members.
 *
 * @param memberId id or external id; {@code *} for everyone of the type
 */
@RegisterForReflection
public record AddMemberRequest(
    @NotBlank @Size(max = 64) @Schema(examples = "user") String memberType,
    @NotBlank @Size(max = 1_024) @Schema(examples = "ann") String memberId,
    @Schema(examples = "context.site == 'berlin'") @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil) {

  SubjectRef member() {
    return new SubjectRef(memberType, memberId);
  }
}

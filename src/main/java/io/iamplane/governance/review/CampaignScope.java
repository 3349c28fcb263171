package io.iamplane.governance.review;

import io.iamplane.grant.Grant;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The permits of a campaign: those that match all members. An absent or empty list matches all.
 * Denials are not reviewed.
 *
 * @param applicationKeys of roles and permissions of these applications, or limited to them
 * @param subjectTypes held by subjects of these types
 * @param onlyPrivileged privileged roles, permissions of high risk, and those of {@code iam}
 */
@RegisterForReflection
public record CampaignScope(
    @Nullable @Size(max = 50) @Schema(examples = "[\"warehouse\"]")
        List<@NotNull @Size(min = 1, max = 64) String> applicationKeys,
    @Nullable @Size(max = 2) List<Grant.@NotNull PrivilegeType> privilegeTypes,
    @Nullable @Size(max = 20) @Schema(examples = "[\"user\"]")
        List<@NotNull @Size(min = 1, max = 64) String> subjectTypes,
    @Nullable Boolean onlyPrivileged) {

  static final CampaignScope ALL = new CampaignScope(null, null, null, null);

  /** The same with every member present. */
  CampaignScope whole() {
    return new CampaignScope(
        copy(applicationKeys),
        copy(privilegeTypes),
        copy(subjectTypes),
        Boolean.TRUE.equals(onlyPrivileged));
  }

  private static <T> List<T> copy(@Nullable List<T> list) {
    return list == null ? List.of() : list.stream().distinct().toList();
  }
}

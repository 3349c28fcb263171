package io.iamplane.grant;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a grant; see {@link Grant} for the meaning of the members.
 *
 * @param subject {@code type:id}, by id or external id; {@code user:*} is everyone of the type
 * @param effect {@code permit} if absent
 * @param resource {@code type:id}, or {@code type:*} for all of a type
 */
@RegisterForReflection
public record CreateGrantRequest(
    @NotBlank @Schema(examples = "user:ann") String subject,
    @NotNull @Schema(examples = "role") Grant.PrivilegeType privilegeType,
    @NotBlank @Size(max = 255) @Schema(examples = "warehouse:clerk") String privilegeKey,
    Grant.@Nullable Effect effect,
    @Nullable @Size(max = 64) @Schema(examples = "warehouse") String application,
    @Nullable @Schema(examples = "site:berlin") String resource,
    @Nullable @Schema(examples = "context.amount <= 100") String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    @Nullable Boolean activationRequired,
    @Nullable @Size(max = 1_000) @Schema(examples = "Covers for Bob until June")
        String justification) {

  /** The grant to be made; VALIDATION for an invalid reference, or an end that has come. */
  public NewGrant toNewGrant(Instant now) {
    DirectoryRules.requireFuture("valid_until", validUntil, now);
    NewGrant.Builder grant =
        NewGrant.of(Parameters.reference("subject", subject), privilegeType, privilegeKey);
    if (effect == Grant.Effect.DENY) {
      grant.denying();
    }
    return grant
        .within(application)
        .on(Parameters.referenceOrNull("resource", resource))
        .when(condition)
        .between(validFrom, validUntil)
        .dormant(Boolean.TRUE.equals(activationRequired))
        .because(justification)
        .build();
  }
}

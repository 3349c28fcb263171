package io.iamplane.grant.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The members of a duty rule that a PATCH changes; one of the two limits replaces the other. */
@RegisterForReflection
public record UpdateDutyRuleRequest(
    @NotNull
        @Size(max = 100)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "Counting and correcting")
        String name,
    @Nullable @Size(min = 2, max = 20) List<@NotNull String> allOf,
    @Nullable @Valid AtMost atMost,
    @NotNull DutyRule.Mode mode,
    @Nullable @Size(max = 100) List<@NotNull @Valid ExemptionBody> exceptions) {

  static UpdateDutyRuleRequest of(DutyRule rule) {
    Integer most = rule.atMost();
    return new UpdateDutyRuleRequest(
        rule.name(),
        most == null ? rule.permissions() : null,
        most == null ? null : new AtMost(most, rule.permissions()),
        rule.mode(),
        rule.exceptions().stream().map(ExemptionBody::of).toList());
  }
}

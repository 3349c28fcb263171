package io.iamplane.grant.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** An exception for a user or service account, by id or external id, until a future moment. */
@RegisterForReflection
public record ExemptionBody(
    @NotNull @Schema(examples = "user:ann") String subject,
    @NotNull @Schema(examples = "2199-12-01T00:00:00Z") Instant until,
    @NotBlank
        @Size(max = 500)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "Covers for Bob during the audit")
        String justification) {

  static ExemptionBody of(DutyRule.Exemption exemption) {
    return new ExemptionBody(
        exemption.subject().toString(), exemption.until(), exemption.justification());
  }
}

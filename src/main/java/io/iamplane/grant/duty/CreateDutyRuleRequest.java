package io.iamplane.grant.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of a rule: {@code all_of} or {@code at_most}; see {@link DutyRule}. */
@RegisterForReflection
public record CreateDutyRuleRequest(
    @NotBlank
        @Size(max = 100)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "Counting and correcting")
        String name,
    @Nullable
        @Size(min = 2, max = 20)
        @Schema(examples = "[\"warehouse:stock.adjust\", \"warehouse:stock.read\"]")
        List<@NotNull String> allOf,
    @Nullable @Valid AtMost atMost,
    @NotNull @Schema(examples = "enforce") DutyRule.Mode mode,
    @Nullable @Size(max = 100) List<@NotNull @Valid ExemptionBody> exceptions) {}

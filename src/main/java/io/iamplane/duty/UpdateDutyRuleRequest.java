package io.iamplane.duty;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of an update: absent or null members stay unchanged.
 *
 * @param allOf replaces {@code at_most}, and the reverse
 * @param exceptions replaces all exceptions
 */
@RegisterForReflection
public record UpdateDutyRuleRequest(
    @Nullable
        @Size(max = 100)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not hold control characters")
        @Schema(examples = "Counting and correcting")
        String name,
    @Nullable @Size(min = 2, max = 20) List<@NotNull String> allOf,
    @Nullable @Valid AtMost atMost,
    DutyRule.@Nullable Mode mode,
    @Nullable @Size(max = 100) List<@NotNull @Valid ExemptionBody> exceptions) {}

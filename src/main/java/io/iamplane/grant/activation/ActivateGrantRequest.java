package io.iamplane.grant.activation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of an activation; the duration is as in ISO 8601, absent: the longest. */
@RegisterForReflection
public record ActivateGrantRequest(
    @NotBlank
        @Size(max = 500)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "Incident 4711")
        String justification,
    @Nullable @Schema(examples = "PT1H") String duration) {}

package io.iamplane.governance.request;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request.
 *
 * @param justification required unless the role says that it is not
 * @param duration as ISO 8601 writes it; absent: the longest that the role allows
 */
@RegisterForReflection
public record SubmitAccessRequest(
    @NotNull @Size(min = 1, max = 255) @Schema(examples = "helper") String roleKey,
    @Nullable
        @Size(min = 1, max = 500)
        @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
        @Schema(examples = "Stocktaking in July")
        String justification,
    @Nullable @Schema(examples = "PT8H") String duration) {}

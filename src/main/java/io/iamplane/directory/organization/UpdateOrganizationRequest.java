package io.iamplane.directory.organization;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of an update: absent or null members stay unchanged. */
@RegisterForReflection
public record UpdateOrganizationRequest(
    @Size(min = 1, max = 200) @Schema(examples = "Acme International") @Nullable String name,
    Organization.@Nullable Status status) {}

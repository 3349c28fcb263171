package io.iamplane.directory.organization;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The members of an organization that a PATCH changes. */
@RegisterForReflection
public record UpdateOrganizationRequest(
    @NotNull @Size(min = 1, max = 200) @Schema(examples = "Acme International") String name,
    @NotNull Organization.Status status) {

  static UpdateOrganizationRequest of(Organization organization) {
    return new UpdateOrganizationRequest(organization.name(), organization.status());
  }
}

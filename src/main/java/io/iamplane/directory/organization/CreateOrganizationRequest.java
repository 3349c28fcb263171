package io.iamplane.directory.organization;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a creation. The status is {@code active} when absent; an administrator is made with
 * it, if given.
 */
@RegisterForReflection
public record CreateOrganizationRequest(
    @NotNull @Schema(examples = "acme", description = Organization.KEY_RULE) String key,
    @NotBlank @Size(max = 200) @Schema(examples = "Acme Ltd") String name,
    Organization.@Nullable Status status,
    @Valid @Nullable CreateAdministratorRequest administrator) {

  /** One without an administrator. */
  public CreateOrganizationRequest(String key, String name, Organization.@Nullable Status status) {
    this(key, name, status, null);
  }
}

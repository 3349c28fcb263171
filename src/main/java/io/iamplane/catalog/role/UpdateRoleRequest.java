package io.iamplane.catalog.role;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The members of a role that a PATCH changes.
 *
 * @param permissions full keys, and patterns such as {@code warehouse:stock.*}
 * @param includes the keys of included roles
 */
@RegisterForReflection
public record UpdateRoleRequest(
    @NotNull @Size(min = 1, max = 200) @Schema(examples = "Keeper of stock") String label,
    @Schema(examples = "[\"warehouse:stock.*\"]") @Nullable List<@NotNull String> permissions,
    @Schema(examples = "[]") @Nullable List<@NotNull String> includes,
    @JsonProperty("is_privileged") @Nullable Boolean privileged,
    @JsonProperty("is_break_glass") @Nullable Boolean breakGlass,
    @Nullable Boolean selfRequestable,
    @Schema(type = SchemaType.OBJECT) @Nullable Map<String, Object> request) {

  static UpdateRoleRequest of(Role role) {
    return new UpdateRoleRequest(
        role.label(),
        role.permissions(),
        role.includes(),
        role.privileged(),
        role.breakGlass(),
        role.selfRequestable(),
        role.request());
  }

  Role applied(Role role) {
    return new Role(
        role.key(),
        role.application(),
        label,
        permissions == null ? List.of() : permissions,
        includes == null ? List.of() : includes,
        Boolean.TRUE.equals(privileged),
        Boolean.TRUE.equals(breakGlass),
        Boolean.TRUE.equals(selfRequestable),
        request == null ? Map.of() : request,
        role.status(),
        role.revision());
  }
}

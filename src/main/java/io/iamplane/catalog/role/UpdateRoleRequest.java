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
 * The body of an update: an absent or null member keeps its value; a list replaces the whole list.
 *
 * @param permissions full keys, and patterns such as {@code warehouse:stock.*}
 * @param includes the keys of included roles
 */
@RegisterForReflection
public record UpdateRoleRequest(
    @Size(min = 1, max = 200) @Schema(examples = "Keeper of stock") @Nullable String label,
    @Schema(examples = "[\"warehouse:stock.*\"]") @Nullable List<@NotNull String> permissions,
    @Schema(examples = "[]") @Nullable List<@NotNull String> includes,
    @JsonProperty("is_privileged") @Nullable Boolean privileged,
    @JsonProperty("is_break_glass") @Nullable Boolean breakGlass,
    @Nullable Boolean selfRequestable,
    @Schema(type = SchemaType.OBJECT) @Nullable Map<String, Object> request) {

  Role applied(Role role) {
    return new Role(
        role.key(),
        role.application(),
        label == null ? role.label() : label,
        permissions == null ? role.permissions() : permissions,
        includes == null ? role.includes() : includes,
        privileged == null ? role.privileged() : privileged,
        breakGlass == null ? role.breakGlass() : breakGlass,
        selfRequestable == null ? role.selfRequestable() : selfRequestable,
        request == null ? role.request() : request,
        role.status(),
        role.revision());
  }
}

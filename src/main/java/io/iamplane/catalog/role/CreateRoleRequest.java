package io.iamplane.catalog.role;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.iamplane.catalog.permission.CatalogStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of a creation; see {@link Role} for the members. */
@RegisterForReflection
public record CreateRoleRequest(
    @NotBlank @Size(max = 100) @Schema(examples = "stock-keeper") String key,
    @NotBlank @Size(max = 200) @Schema(examples = "Stock keeper") String label,
    @Schema(examples = "[\"warehouse:stock.read\"]") @Nullable List<@NotNull String> permissions,
    @Schema(examples = "[\"warehouse:clerk\"]") @Nullable List<@NotNull String> includes,
    @JsonProperty("is_privileged") @Nullable Boolean privileged,
    @JsonProperty("is_break_glass") @Nullable Boolean breakGlass,
    @Nullable Boolean selfRequestable,
    @Schema(type = SchemaType.OBJECT) @Nullable Map<String, Object> request) {

  public static CreateRoleRequest of(
      String key,
      String label,
      List<String> permissions,
      List<String> includes,
      boolean privileged) {
    return new CreateRoleRequest(key, label, permissions, includes, privileged, null, null, null);
  }

  Role toRole(long revision) {
    return new Role(
        key,
        null,
        label,
        permissions == null ? List.of() : permissions,
        includes == null ? List.of() : includes,
        Boolean.TRUE.equals(privileged),
        Boolean.TRUE.equals(breakGlass),
        Boolean.TRUE.equals(selfRequestable),
        request == null ? Map.of() : request,
        CatalogStatus.ACTIVE,
        revision);
  }
}

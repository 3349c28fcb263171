package io.iamplane.catalog.role;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.iamplane.catalog.permission.CatalogStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A role as the wire shows it; see {@link Role} for the members. */
@RegisterForReflection
public record RoleView(
    String key,
    @Nullable String application,
    String label,
    List<String> permissions,
    List<String> includes,
    @JsonProperty("is_privileged") boolean privileged,
    @JsonProperty("is_break_glass") boolean breakGlass,
    boolean selfRequestable,
    Map<String, Object> request,
    CatalogStatus status) {

  public static RoleView of(Role role) {
    return new RoleView(
        role.key(),
        role.application(),
        role.label(),
        role.permissions(),
        role.includes(),
        role.privileged(),
        role.breakGlass(),
        role.selfRequestable(),
        role.request(),
        role.status());
  }
}

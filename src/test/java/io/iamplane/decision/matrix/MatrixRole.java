package io.iamplane.decision.matrix;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A role, of a manifest or the tenant's own.
 *
 * @param key bare in a manifest
 * @param label when left out, the key
 * @param permissions keys and patterns; bare in a manifest, full in the tenant's own
 * @param includes keys of roles, likewise
 */
public record MatrixRole(
    String key,
    String label,
    List<String> permissions,
    List<String> includes,
    boolean isPrivileged) {

  public MatrixRole(
      String key,
      @Nullable String label,
      @Nullable List<String> permissions,
      @Nullable List<String> includes,
      boolean isPrivileged) {
    this.key = Objects.requireNonNull(key, "a role has a key");
    this.label = label == null ? key : label;
    this.permissions = permissions == null ? List.of() : List.copyOf(permissions);
    this.includes = includes == null ? List.of() : List.copyOf(includes);
    this.isPrivileged = isPrivileged;
  }
}

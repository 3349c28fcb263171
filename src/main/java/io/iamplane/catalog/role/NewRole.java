package io.iamplane.catalog.role;

import io.iamplane.catalog.permission.CatalogStatus;
import java.util.List;
import java.util.Map;

/** A role of the tenant to be made; see {@link Role} for the values. */
public record NewRole(
    String key,
    String label,
    List<String> permissions,
    List<String> includes,
    boolean privileged,
    boolean breakGlass,
    boolean selfRequestable,
    Map<String, Object> request) {

  /** A role that cannot be requested. */
  public static NewRole of(
      String key,
      String label,
      List<String> permissions,
      List<String> includes,
      boolean privileged) {
    return new NewRole(key, label, permissions, includes, privileged, false, false, Map.of());
  }

  Role toRole(long revision) {
    return new Role(
        key,
        null,
        label,
        permissions,
        includes,
        privileged,
        breakGlass,
        selfRequestable,
        request,
        CatalogStatus.ACTIVE,
        revision);
  }
}

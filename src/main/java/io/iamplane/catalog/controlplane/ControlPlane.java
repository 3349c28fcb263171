package io.iamplane.catalog.controlplane;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The application {@code iam}: the permissions of the control plane's own operations, and the roles
 * that every tenant has. It is part of the program and not of the database, so that a new version
 * brings its operations into every tenant's catalogue without touching a row.
 */
public final class ControlPlane {

  /** The application's key, which no manifest may take. */
  public static final String APPLICATION = "iam";

  /** The role that holds every {@code iam:} permission of its organization. */
  public static final String ADMINISTRATOR = "iam:iam-admin";

  /** The role of an application's own client: it may ask for decisions. */
  public static final String DECISION_CLIENT = "iam:decision-client";

  private static final List<SeededRole> ROLES =
      List.of(
          new SeededRole(ADMINISTRATOR, "Administrator", _ -> true, true),
          new SeededRole("iam:iam-auditor", "Auditor", ControlPlane::reads, true),
          new SeededRole("iam:user-manager", "User manager", ControlPlane::isOfUsers, true),
          new SeededRole(
              DECISION_CLIENT,
              "Decision client",
              permission -> permission == ControlPlanePermission.DECISIONS_CHECK,
              false));

  private ControlPlane() {}

  /** A role that every tenant has, with the permissions for which {@code holds} is true. */
  public record SeededRole(
      String key, String label, Predicate<ControlPlanePermission> holds, boolean privileged) {

    /** The full keys of its permissions in an organization's catalogue. */
    public List<String> permissions(boolean platform) {
      return ControlPlane.permissions(platform).stream()
          .filter(holds)
          .map(ControlPlanePermission::key)
          .toList();
    }
  }

  private static boolean reads(ControlPlanePermission permission) {
    return permission.key().endsWith(".read") || permission.key().endsWith(".view");
  }

  private static boolean isOfUsers(ControlPlanePermission permission) {
    return permission.key().startsWith("iam:users.") || permission.key().startsWith("iam:groups.");
  }

  public static List<SeededRole> roles() {
    return ROLES;
  }

  public static Optional<SeededRole> role(String key) {
    return ROLES.stream().filter(role -> role.key().equals(key)).findFirst();
  }

  /** The permissions that exist in an organization's catalogue. */
  public static List<ControlPlanePermission> permissions(boolean platform) {
    return Arrays.stream(ControlPlanePermission.values())
        .filter(permission -> platform || !permission.platformOnly())
        .toList();
  }

  /** In any catalogue. */
  public static Optional<ControlPlanePermission> permission(String key) {
    return Arrays.stream(ControlPlanePermission.values())
        .filter(permission -> permission.key().equals(key))
        .findFirst();
  }
}

package io.iamplane.catalog.controlplane;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
          new SeededRole(ADMINISTRATOR, "Administrator", Set.of("iam:*"), true),
          new SeededRole(
              "iam:iam-auditor",
              "Auditor",
              Set.of("iam:*.read", "iam:*.view"),
              true),
          new SeededRole(
              "iam:user-manager", "User manager", Set.of("iam:users.*", "iam:groups.*"), true),
          new SeededRole(
              DECISION_CLIENT,
              "Decision client",
              Set.of(ControlPlanePermission.DECISIONS_CHECK.key()),
              false));

  private ControlPlane() {}

  /**
   * A role that every tenant has.
   *
   * @param permissions full keys and patterns
   */
  public record SeededRole(
      String key, String label, Set<String> permissions, boolean privileged) {}

  public static List<SeededRole> roles() {
    return ROLES;
  }

  public static boolean hasRole(String key) {
    return ROLES.stream().anyMatch(role -> role.key().equals(key));
  }

  /** The permissions that exist in an organization's catalogue. */
  public static List<ControlPlanePermission> permissions(boolean platform) {
    return Arrays.stream(ControlPlanePermission.values())
        .filter(permission -> platform || !permission.platformOnly())
        .toList();
  }

  /** The permission of that key, whoever's catalogue holds it. */
  public static Optional<ControlPlanePermission> permission(String key) {
    return Arrays.stream(ControlPlanePermission.values())
        .filter(permission -> permission.key().equals(key))
        .findFirst();
  }
}

package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantedPrivilege;
import io.iamplane.language.pattern.PermissionPattern;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * Privileges that memory calls ordinary contain nothing privileged and nothing of the control plane
 * in the tables.
 */
class OrdinaryPrivilegesTest {

  private static final long SEED = Long.getLong("seed", System.nanoTime());
  private static final List<String> TEXTS =
      List.of(
          "docs:read",
          "docs:*",
          "iam:users.read",
          "iam:users.*",
          "iam:*",
          "iam:organizations.manage",
          "docs:iam.read");

  private final Random random = new Random(SEED);
  private final Map<String, Role> rows = new HashMap<>();

  @RepeatedTest(200)
  void agreesWithTheContentsOfRoles() throws Exception {
    int count = 2 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      put("docs:r" + i, count);
    }
    PolicySnapshot policy = snapshot();
    for (String key : List.copyOf(rows.keySet())) {
      GrantedPrivilege privilege =
          new GrantedPrivilege(Grant.PrivilegeType.ROLE, key, Grant.Effect.PERMIT, false);
      RoleContents contents = new RoleContents(true, Map.of(), this::within);
      boolean harmless =
          contents.privileged(key).isEmpty() && contents.controlled(List.of(privilege)).isEmpty();
      if (OrdinaryPrivileges.isOrdinary(policy, privilege)) {
        assertThat(harmless).as("seed %d: %s of %s", SEED, key, rows).isTrue();
      } else if (harmless) {
        assertThat(reachesGone(key)).as("seed %d: %s of %s", SEED, key, rows).isTrue();
      }
    }
  }

  @Test
  void permissionsOfApplicationsAreOrdinaryAndOursAreNot() {
    PolicySnapshot policy = PolicySnapshot.builder().build(1);
    assertThat(OrdinaryPrivileges.isOrdinary(policy, permission("docs:read"))).isTrue();
    ControlPlane.permissions(true)
        .forEach(each ->
            assertThat(OrdinaryPrivileges.isOrdinary(policy, permission(each.key())))
                .as(each.key())
                .isFalse());
  }

  private static GrantedPrivilege permission(String key) {
    return new GrantedPrivilege(Grant.PrivilegeType.PERMISSION, key, Grant.Effect.PERMIT, false);
  }

  /** Returns true if a role, or one that it includes, is not among the roles in memory. */
  private boolean reachesGone(String key) {
    Set<String> seen = new HashSet<>();
    List<String> next = new ArrayList<>(List.of(key));
    while (!next.isEmpty()) {
      String each = next.removeLast();
      Role role = rows.get(each);
      if (role == null || role.status() == CatalogStatus.DEPRECATED) {
        return true;
      }
      if (seen.add(each)) {
        next.addAll(role.includes());
      }
    }
    return false;
  }

  private PolicySnapshot snapshot() throws Exception {
    SnapshotBuilder builder = PolicySnapshot.builder();
    for (Role role : rows.values()) {
      if (role.status() == CatalogStatus.ACTIVE) {
        Set<String> keys = new HashSet<>();
        Set<RoleFact.Pattern> patterns = new HashSet<>();
        for (String text : role.permissions()) {
          PermissionPattern pattern = PermissionPattern.parse(text);
          if (pattern.isWildcard()) {
            patterns.add(pattern::matches);
          } else {
            keys.add(text);
          }
        }
        builder.add(
            new RoleFact(
                role.key(), keys, patterns, Set.copyOf(role.includes()), role.privileged()));
      }
    }
    return builder.build(1);
  }

  private void put(String key, int count) {
    List<String> permissions = TEXTS.stream().filter(_ -> random.nextInt(6) == 0).toList();
    List<String> includes = new ArrayList<>();
    // One more than there are: a role that is gone.
    for (int i = 0; i <= count; i++) {
      if (random.nextInt(4) == 0 && !key.endsWith("r" + i)) {
        includes.add("docs:r" + i);
      }
    }
    rows.put(
        key,
        new Role(
            key,
            "docs",
            "Label",
            permissions,
            includes,
            random.nextInt(5) == 0,
            false,
            false,
            Map.of(),
            random.nextInt(6) == 0 ? CatalogStatus.DEPRECATED : CatalogStatus.ACTIVE,
            1));
  }

  private List<Role> within(Collection<String> keys) {
    Map<String, Role> found = new HashMap<>();
    List<String> next = new ArrayList<>(keys);
    while (!next.isEmpty()) {
      Role role = rows.get(next.removeLast());
      if (role != null && found.putIfAbsent(role.key(), role) == null) {
        next.addAll(role.includes());
      }
    }
    return List.copyOf(found.values());
  }
}

package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoleContentsTest {

  private final Map<String, Role> rows = new HashMap<>();
  private final List<Collection<String>> reads = new ArrayList<>();

  @Test
  void aRoleContainsWhatItIncludes() {
    put("outer", CatalogStatus.ACTIVE, false, List.of(), "inner");
    put("inner", CatalogStatus.ACTIVE, true, List.of("iam:users.*", "docs:read"));
    RoleContents contents = contents(Map.of());
    assertThat(contents.controlled("outer"))
        .containsExactlyInAnyOrder(
            ControlPlanePermission.USERS_READ, ControlPlanePermission.USERS_MANAGE);
    assertThat(contents.texts("outer")).containsExactly("docs:read", "iam:users.*");
    assertThat(contents.privileged("outer")).containsExactly("inner");
  }

  @Test
  void whatIsDeprecatedContainsNothingAndStaysPrivileged() {
    put("outer", CatalogStatus.ACTIVE, false, List.of(), "old");
    put("old", CatalogStatus.DEPRECATED, true, List.of("iam:users.read"));
    RoleContents contents = contents(Map.of());
    assertThat(contents.controlled("outer")).isEmpty();
    assertThat(contents.texts("outer")).isEmpty();
    assertThat(contents.privileged("outer")).containsExactly("old");
  }

  @Test
  void aSeededRoleNeedsNoRow() {
    RoleContents contents = contents(Map.of());
    assertThat(contents.controlled("iam:iam-auditor"))
        .contains(ControlPlanePermission.USERS_READ)
        .doesNotContain(ControlPlanePermission.USERS_MANAGE);
    assertThat(contents.privileged("iam:iam-auditor")).containsExactly("iam:iam-auditor");
    assertThat(contents.privileged("iam:decision-client")).isEmpty();
    assertThat(contents.texts("iam:decision-client")).containsExactly("iam:decisions.check");
    assertThat(reads).isEmpty();
  }

  @Test
  void platformPermissionsAreThePlatformsAlone() {
    put("all", CatalogStatus.ACTIVE, false, List.of("iam:*"));
    assertThat(contents(Map.of()).controlled("all"))
        .doesNotContain(ControlPlanePermission.ORGANIZATIONS_MANAGE);
    assertThat(new RoleContents(true, Map.of(), this::within).controlled("all"))
        .contains(ControlPlanePermission.ORGANIZATIONS_MANAGE);
  }

  @Test
  void whatWasBeforeStandsInForTheRows() {
    put("outer", CatalogStatus.ACTIVE, false, List.of());
    Role before = role("outer", CatalogStatus.ACTIVE, false, List.of(), "gone", "made");
    put("gone", CatalogStatus.ACTIVE, false, List.of("iam:roles.read"));
    put("made", CatalogStatus.ACTIVE, false, List.of("iam:roles.manage"));
    Map<String, Optional<Role>> instead =
        Map.of("outer", Optional.of(before), "made", Optional.empty());
    assertThat(contents(instead).controlled("outer"))
        .containsExactly(ControlPlanePermission.ROLES_READ);
  }

  @Test
  void aCircleEnds() {
    put("a", CatalogStatus.ACTIVE, false, List.of("iam:users.read"), "b");
    put("b", CatalogStatus.ACTIVE, false, List.of(), "a", "unknown");
    assertThat(contents(Map.of()).controlled("b"))
        .containsExactly(ControlPlanePermission.USERS_READ);
  }

  @Test
  void manyPrivilegesAreOneRead() {
    List<Privilege> many = new ArrayList<>();
    Set<String> roles = new HashSet<>();
    IntStream.range(0, 1_000)
        .forEach(i -> {
          String permission = i == 500 ? "iam:users.read" : "docs:read";
          put("r" + i, CatalogStatus.ACTIVE, false, List.of(permission));
          many.add(Privilege.role("r" + i));
          roles.add("r" + i);
        });
    Privilege usersRead = Privilege.permission("iam:users.read");
    many.add(usersRead);
    RoleContents contents = contents(Map.of()).read(roles);
    assertThat(many).filteredOn(contents::isControlled).containsExactly(many.get(500), usersRead);
    assertThat(contents.controlled("r0")).isEmpty();
    assertThat(reads).hasSize(1);
  }

  @Test
  void whatIsReadBeforehandIsNotReadAgain() {
    put("a", CatalogStatus.ACTIVE, false, List.of("iam:users.read"));
    put("b", CatalogStatus.ACTIVE, false, List.of("iam:roles.read"));
    put("old", CatalogStatus.ACTIVE, false, List.of("iam:groups.read"));
    Role before = role("c", CatalogStatus.ACTIVE, false, List.of(), "old");
    RoleContents contents =
        contents(Map.of("c", Optional.of(before))).read(List.of("a", "b", "c", "unknown"));
    assertThat(contents.controlled("a")).containsExactly(ControlPlanePermission.USERS_READ);
    assertThat(contents.controlled("b")).containsExactly(ControlPlanePermission.ROLES_READ);
    assertThat(contents.controlled("c")).containsExactly(ControlPlanePermission.GROUPS_READ);
    assertThat(contents.controlled("unknown")).isEmpty();
    assertThat(reads).hasSize(1);
  }

  private RoleContents contents(Map<String, Optional<Role>> instead) {
    return new RoleContents(false, instead, this::within);
  }

  private List<Role> within(Collection<String> keys) {
    reads.add(keys);
    return keys.stream().filter(rows::containsKey).map(rows::get).toList();
  }

  private void put(
      String key,
      CatalogStatus status,
      boolean privileged,
      List<String> permissions,
      String... includes) {
    rows.put(key, role(key, status, privileged, permissions, includes));
  }

  private static Role role(
      String key,
      CatalogStatus status,
      boolean privileged,
      List<String> permissions,
      String... includes) {
    return new Role(
        key,
        null,
        key,
        permissions,
        Arrays.asList(includes),
        privileged,
        false,
        false,
        Map.of(),
        status,
        1);
  }
}

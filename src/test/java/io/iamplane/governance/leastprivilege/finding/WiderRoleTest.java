package io.iamplane.governance.leastprivilege.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ProposedRole;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange.ReplacingGrant;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A replacing role that gives more than the grants in its place. */
class WiderRoleTest {

  private final SnapshotBuilder policy = PolicySnapshot.builder();
  private final Map<UUID, Grant> grants = new HashMap<>();

  WiderRoleTest() {
    for (String key : List.of("shop:read", "shop:run", "bar:run")) {
      String application = key.substring(0, key.indexOf(':'));
      policy.add(new PermissionFact(key, application, null, null, null, Risk.LOW, Aal.AAL1));
    }
    role("wide", Set.of("shop:read", "shop:run"));
  }

  @Test
  void aRoleWithinAWiderOneGivesNoMore() {
    role("small", Set.of("shop:read"));
    assertThat(wider(granted("wide", null), "small")).isEmpty();
  }

  @Test
  void aRoleOfWhatAllGrantsGiveGivesNoMore() {
    UUID one = granted("shop:read", null);
    granted("shop:run", null);
    assertThat(wider(one, "wide")).isEmpty();
  }

  @Test
  void aRoleThatIncludesAnotherPermissionGivesMore() {
    role("other", Set.of("bar:run"));
    role("small", Set.of("shop:read"), "other");
    assertThat(wider(granted("wide", null), "small")).contains("small");
  }

  @Test
  void permissionsOutsideTheApplicationOfTheGrantsDoNotCount() {
    role("small", Set.of("shop:read", "bar:run"));
    assertThat(wider(granted("wide", "shop"), "small")).isEmpty();
  }

  @Test
  void aGrantWithinAnApplicationAddsNothingToOneWithinNone() {
    UUID one = granted("shop:read", null);
    granted("shop:run", "shop");
    assertThat(wider(one, "wide")).contains("wide");
  }

  @Test
  void aNewRoleOfWhatTheWideOneLostGivesMore() {
    ProposedRole made = new ProposedRole("made", "Made", List.of("bar:run"), false);
    assertThat(wider(granted("wide", null), "made", made)).contains("made");
  }

  private void role(String key, Set<String> permissions, String... includes) {
    policy.add(new RoleFact(key, permissions, Set.of(), Set.of(includes), false));
  }

  private UUID granted(String privilege, String application) {
    UUID id = UUID.randomUUID();
    grants.put(
        id,
        new Grant(
            new GrantId(id),
            new SubjectRef("user", "ann"),
            privilege.contains(":") ? Grant.PrivilegeType.PERMISSION : Grant.PrivilegeType.ROLE,
            privilege,
            Grant.Effect.PERMIT,
            application,
            null,
            null,
            null,
            null,
            false,
            null,
            null,
            Grant.Status.ACTIVE,
            "manual",
            null,
            1,
            Instant.EPOCH));
    return id;
  }

  private Optional<String> wider(UUID like, String role, ProposedRole... made) {
    return Findings.wider(
        policy.build(1),
        new RecommendedChange(
            List.copyOf(grants.keySet()),
            List.of(made),
            List.of(new ReplacingGrant(like, role, null))),
        grants);
  }
}

package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.shared.Aal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PowersTest {

  private final List<Fact> facts = new ArrayList<>();

  @BeforeEach
  void anApplication() {
    facts.add(new ApplicationFact("shop", true));
  }

  @ParameterizedTest
  @EnumSource(Risk.class)
  void aPermissionIsPrivilegedFromHighRiskOn(Risk risk) {
    permission("shop:run", risk);
    boolean privileged = risk == Risk.HIGH || risk == Risk.CRITICAL;
    assertThat(powers().permissions(_ -> true))
        .isEqualTo(privileged ? Set.of("shop:run") : Set.of());
    assertThat(powers().permission("shop:run") != null).isEqualTo(privileged);
    assertThat(powers().of(Privilege.permission("shop:run")))
        .isEqualTo(privileged ? Set.of("shop:run") : Set.of());
  }

  @Test
  void aPermissionThatAPrivilegedRoleContainsIsPrivileged() {
    permission("shop:run", Risk.LOW);
    permission("shop:free", Risk.LOW);
    role("shop:boss", true, Set.of("shop:run"));
    assertThat(powers().permissions(_ -> true)).containsExactly("shop:run");
    assertThat(powers().of(Privilege.role("shop:boss")))
        .containsExactlyInAnyOrder("shop:run", Powers.role("shop:boss"));
  }

  @Test
  void itIsNotWhenAnOrdinaryRoleOfTheManifestContainsItToo() {
    permission("shop:run", Risk.LOW);
    role("shop:boss", true, Set.of("shop:run"));
    role("shop:clerk", false, Set.of("shop:run"));
    assertThat(powers().permissions(_ -> true)).isEmpty();
    assertThat(powers().of(Privilege.role("shop:boss"))).containsExactly(Powers.role("shop:boss"));
    assertThat(powers().of(Privilege.role("shop:clerk"))).isEmpty();
  }

  @Test
  void anOrdinaryRoleOfTheTenantMakesNothingOrdinary() {
    permission("shop:run", Risk.LOW);
    role("shop:boss", true, Set.of("shop:run"));
    role("plain", false, Set.of("shop:run"));
    assertThat(powers().permissions(_ -> true)).containsExactly("shop:run");
    assertThat(powers().of(Privilege.role("plain"))).containsExactly("shop:run");
  }

  @Test
  void highRiskStaysWhateverRolesContainIt() {
    permission("shop:run", Risk.HIGH);
    role("shop:clerk", false, Set.of("shop:run"));
    assertThat(powers().permissions(_ -> true)).containsExactly("shop:run");
  }

  @Test
  void whoIncludesAPrivilegedRoleIsPrivilegedAtAnyRemove() {
    permission("shop:run", Risk.LOW);
    role("shop:boss", true, Set.of("shop:run"));
    role("middle", false, Set.of(), "shop:boss");
    role("top", false, Set.of(), "middle");
    for (String role : List.of("middle", "top")) {
      assertThat(powers().of(Privilege.role(role)))
          .as(role)
          .containsExactlyInAnyOrder("shop:run", Powers.role("shop:boss"));
    }
    assertThat(Powers.isRole(Powers.role("shop:boss"))).isTrue();
    assertThat(Powers.isRole("shop:boss")).isFalse();
  }

  @Test
  void aCircleOfRolesEnds() {
    role("one", false, Set.of(), "two");
    role("two", true, Set.of(), "one");
    assertThat(powers().of(Privilege.role("one"))).containsExactly(Powers.role("two"));
  }

  @Test
  void onlyWhatNoOtherPrivilegedRoleContainsRestsOnOne() {
    permission("shop:run", Risk.LOW);
    permission("shop:both", Risk.LOW);
    permission("shop:hot", Risk.HIGH);
    role("shop:boss", true, Set.of("shop:run", "shop:both", "shop:hot"));
    role("shop:chief", true, Set.of("shop:both"));
    assertThat(powers().restingOn(Set.of("shop:boss"))).containsExactly("shop:run");
    assertThat(powers().restingOn(Set.of("shop:chief"))).isEmpty();
    assertThat(powers().restingOn(Set.of("shop:boss", "shop:chief")))
        .containsExactly("shop:both", "shop:run");
  }

  @Test
  void whatTheCatalogueDoesNotHoldGivesNothing() {
    role("shop:boss", true, Set.of("shop:gone"));
    assertThat(powers().permissions(_ -> true)).isEmpty();
    assertThat(powers().of(Privilege.permission("shop:gone"))).isEmpty();
    assertThat(powers().of(Privilege.role("shop:nothing"))).isEmpty();
    assertThat(powers().permission("shop:gone")).isNull();
  }

  private void permission(String key, Risk risk) {
    facts.add(new PermissionFact(key, "shop", null, null, null, risk, Aal.AAL1));
  }

  private void role(String key, boolean privileged, Set<String> permissions, String... includes) {
    facts.add(new RoleFact(key, permissions, Set.of(), Set.of(includes), privileged));
  }

  private Powers powers() {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return new Powers(builder.build(1));
  }
}

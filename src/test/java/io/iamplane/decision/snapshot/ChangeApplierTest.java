package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.decision.snapshot.ChangeApplier.ReloadNeeded;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.grant.duty.DutyRuleId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that need no reload: a reload costs a large tenant seconds while its writers wait. */
class ChangeApplierTest {

  private final ChangeApplier applier = new ChangeApplier(new ObjectMapper());
  private final TenantPolicy policy = TestTenants.policy(TestTenants.organization(1), 1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client",
        "manifest",
        "organization_administrator",
        "activation",
        "access_request",
        "anomaly",
        "recommendation",
        "access_review",
        "access_review_item"
      })
  void whatNoDecisionReadsLeavesThePolicyAsItIs(String target) {
    TenantPolicy next =
        applier.apply(policy, 2, List.of(new PolicyChange(target, null, Map.of("a", "b"))));
    assertThat(next.version()).isEqualTo(2);
    assertThat(next.snapshot().nodeCount()).isEqualTo(policy.snapshot().nodeCount());
  }

  @Test
  void aDutyRuleComesChangesAndGoes() {
    DutyRule rule =
        new DutyRule(
            DutyRuleId.parse("0192f3c4-0000-7000-8000-000000000000").orElseThrow(),
            "Both",
            List.of("app:a", "app:b"),
            null,
            DutyRule.Mode.ENFORCE,
            List.of(),
            1,
            Instant.EPOCH);
    TenantPolicy with =
        applier.apply(policy, 2, List.of(new PolicyChange("duty_rule", null, rule)));
    assertThat(with.duties()).containsExactly(rule);
    assertThat(with.at(with.snapshot()).duties()).containsExactly(rule);
    DutyRule one =
        new DutyRule(
            rule.id(), "One", rule.permissions(), 1, rule.mode(), List.of(), 2, rule.createdAt());
    TenantPolicy changed =
        applier.apply(with, 3, List.of(new PolicyChange("duty_rule", rule, one)));
    assertThat(changed.duties()).containsExactly(one);
    assertThat(
            applier.apply(changed, 4, List.of(new PolicyChange("duty_rule", one, null))).duties())
        .isEmpty();
  }

  @Test
  void whatIsUnknownMayChangeAnything() {
    assertThatThrownBy(
            () -> applier.apply(policy, 2, List.of(new PolicyChange("unheard_of", null, Map.of()))))
        .isInstanceOf(ReloadNeeded.class)
        .hasMessageContaining("unheard_of");
  }
}

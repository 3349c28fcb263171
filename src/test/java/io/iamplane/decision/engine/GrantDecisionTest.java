package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The decision matrix of grants. */
class GrantDecisionTest {

  private TestPolicy policy = new TestPolicy();

  @BeforeEach
  void people() {
    policy = new TestPolicy().entry("user:ann").entry("user:bob").entry("group:staff");
  }

  private ReasonCode reason(String subject, String permission) {
    return policy.decide(subject, permission).reason();
  }

  private ReasonCode reason(String subject, String permission, String resource) {
    return policy.decide(subject, permission, resource).reason();
  }

  @Test
  void nothingGrantedIsDenied() {
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void grantedPermissionIsAllowedToItsSubjectOnly() {
    policy.permit("user:ann", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:ann", "app:write")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void decisionStatesVersionAndMatch() {
    policy.role("reader", "app:read").permit("user:ann", "reader");
    var decision = policy.decide("user:ann", "app:read");
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.policyVersion()).isEqualTo(7);
    assertThat(decision.requiredAal()).isEqualTo(Aal.AAL1);
    assertThat(decision.matched()).containsExactly(new Match("grant", "reader", "g1"));
    assertThat(policy.decide("user:bob", "app:read").matched()).isEmpty();
  }

  @Test
  void firstIdMatchesWhateverTheOrder() {
    policy.permit("user:ann", "app:read").permit("user:ann", "app:read");
    Collections.reverse(policy.facts());
    assertThat(policy.decide("user:ann", "app:read").matched().getFirst().id()).isEqualTo("g1");
  }

  @Test
  void denyOverridesEveryPermit() {
    policy.permit("user:ann", "app:read").permit("user:*", "app:read").deny("user:*", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void caseMattersInKeysAndIds() {
    policy.role("Reader", "app:read").permit("user:ann", "reader").permit("user:Bob", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:ann", "app:Read")).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
  }

  @Test
  void wildcardIsEverySubjectOfItsType() {
    policy.entry("service_account:s").permit("user:*", "app:read");
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("service_account:s", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void nobodyIsTheWildcardItself() {
    policy.permit("user:*", "app:read");
    assertThat(reason("user:*", "app:read")).isEqualTo(ReasonCode.SUBJECT_IS_A_SET);
    assertThat(reason("martian:*", "app:read")).isEqualTo(ReasonCode.SUBJECT_IS_A_SET);
    assertThat(reason("group:staff#member", "app:read")).isEqualTo(ReasonCode.SUBJECT_IS_A_SET);
    assertThat(reason("user:a#", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
    assertThat(reason("user:#1", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
    assertThat(reason("user:#member", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
  }

  @Test
  void unknownSubjectsAreDeniedEvenWhatEverybodyMay() {
    policy.permit("user:*", "app:read").permit("user:ghost", "app:read");
    assertThat(reason("user:ghost", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
    assertThat(reason("martian:m", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
  }

  @Test
  void subjectOfAnotherTypeIsKnownOnceMentioned() {
    policy.permit("agent:a", "app:read");
    assertThat(reason("agent:a", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("agent:b", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
    policy.relation("doc:d", "parent", "folder:f");
    assertThat(reason("doc:d", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("folder:f", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  /** Otherwise adding a deny could allow permissions that everyone of the type has. */
  @Test
  void denialMakesNobodyKnown() {
    policy.permit("agent:*", "app:read").deny("agent:x", "app:write");
    assertThat(reason("agent:x", "app:read")).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
  }

  @Test
  void inactiveSubjectIsDenied() {
    policy.inactive("user:eve").permit("user:eve", "app:read");
    assertThat(reason("user:eve", "app:read")).isEqualTo(ReasonCode.SUBJECT_INACTIVE);
  }

  @Test
  void unknownPermissionAndApplicationHaveTheirOwnReasons() {
    policy.add(new ApplicationFact("old", false)).permission("old:read");
    assertThat(reason("user:ann", "app:fly")).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
    assertThat(reason("user:ann", "old:read")).isEqualTo(ReasonCode.APPLICATION_UNKNOWN);
    assertThat(asked("read", "nope")).isEqualTo(ReasonCode.APPLICATION_UNKNOWN);
    assertThat(asked("app:read", "old")).isEqualTo(ReasonCode.APPLICATION_UNKNOWN);
  }

  @Test
  void shortKeyBelongsToTheNamedApplication() {
    policy.add(new ApplicationFact("other", true)).permit("user:ann", "app:read");
    assertThat(asked("read", "app")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(asked("app:read", "app")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(asked("read", "other")).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
    assertThat(asked("app:read", "other")).isEqualTo(ReasonCode.PERMISSION_UNKNOWN);
  }

  private ReasonCode asked(String key, String application) {
    return policy
        .decide(request("user:ann", new Asked.Permission(key, application), null))
        .reason();
  }

  @Test
  void rolesIncludeRoles() {
    policy
        .role("reader", "app:read")
        .including("editor", "reader", "ghost")
        .including("chief", "editor")
        .permit("user:ann", "chief");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void rolesIncludeEachOtherToSixteenLevels() {
    policy.role("r0", "app:read");
    for (int i = 1; i <= 17; i++) {
      policy.including("r" + i, "r" + (i - 1));
    }
    policy.permit("user:ann", "r16").permit("user:bob", "r17");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:bob", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void rolesInACircleEnd() {
    policy.including("a", "b").including("b", "a", "c").role("c", "app:read");
    policy.permit("user:ann", "a");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void patternsStandForMatchingPermissions() {
    policy
        .add(new RoleFact("r", Set.of(), Set.of(new RoleFact.Pattern("app:r")), Set.of(), false))
        .permit("user:ann", "r");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:ann", "app:write")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void grantOfOneApplicationDoesNotReachAnother() {
    policy
        .add(new ApplicationFact("b", true))
        .permission("b:read")
        .role("reader", "app:read", "b:read")
        .add(
            policy.grantFact(
                "user:ann",
                "reader",
                Effect.PERMIT,
                null,
                null,
                Lifetime.ALWAYS,
                Status.ACTIVE,
                "b"));
    assertThat(reason("user:ann", "b:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void permitNeedsItsConditionTrue() {
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, StubCondition.ERROR);
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, StubCondition.FALSE);
    var decision = policy.decide("user:ann", "app:read");
    assertThat(decision.reason()).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(decision.conditionErrors()).isEqualTo(1);
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, StubCondition.TRUE);
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void denyAppliesWhenItsConditionCannotBeEvaluated() {
    policy.permit("user:ann", "app:read");
    policy.grant("user:ann", "app:read", Effect.DENY, null, StubCondition.FALSE);
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    policy.grant("user:ann", "app:read", Effect.DENY, null, StubCondition.ERROR);
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void lowAssuranceIsNotAllowedAndAsksForStepUp() {
    policy.bound("app:pay", "doc", "pay", "x", Aal.AAL2).permit("user:ann", "app:pay");
    var low = policy.decide("user:ann", "app:pay", "doc:1");
    assertThat(low.allowed()).isFalse();
    assertThat(low.requiresStepUp()).isTrue();
    assertThat(low.requiredAal()).isEqualTo(Aal.AAL2);
    assertThat(low.matched()).hasSize(1);
    DecisionRequest high =
        new DecisionRequest(
            Party.of("user", "ann"),
            new Asked.Permission("app:pay", null),
            Party.of("doc", "1"),
            Map.of(),
            Map.of(),
            Aal.AAL3);
    assertThat(policy.decide(high).reason()).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void deniedRequestDoesNotAskForStepUp() {
    policy.bound("app:pay", "doc", "pay", "x", Aal.AAL2).deny("user:ann", "app:pay");
    assertThat(policy.decide("user:ann", "app:pay", "doc:1").requiresStepUp()).isFalse();
  }

  @Test
  void externalIdNamesTheSameEntryEverywhere() {
    policy
        .add(new SubjectFact(TestPolicy.ref("user:7"), "cy@x", true, Map.of()))
        .add(new SubjectFact(TestPolicy.ref("group:8"), "crew", true, Map.of()))
        .member("user:cy@x", "crew")
        .permit("group:8", "app:read")
        .deny("user:cy@x", "app:write");
    assertThat(reason("user:7", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:cy@x", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:7", "app:write")).isEqualTo(ReasonCode.EXPLICIT_DENY);
  }

  @Test
  void idTakesPrecedenceOverAnExternalIdOfTheSameText() {
    policy
        .add(new SubjectFact(TestPolicy.ref("user:cy"), "ann", true, Map.of()))
        .permit("user:ann", "app:read");
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:cy", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void subjectWithManyGrantsIsDecidedAlike() {
    for (int i = 0; i < 200; i++) {
      policy.role("r" + i, i % 2 == 0 ? "app:read" : "app:write");
      policy.permit("user:ann", "r" + i, "doc:" + i);
      policy.permit("user:ann", "r0", "map:" + i);
    }
    policy.deny("user:ann", "r0", "map:3").permit("user:ann", "r1", "doc:*");
    assertThat(reason("user:ann", "app:read", "doc:4")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:ann", "app:read", "doc:5")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(reason("user:ann", "app:write", "doc:999")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:ann", "app:read", "map:4")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
    assertThat(reason("user:ann", "app:read", "map:3")).isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(reason("user:ann", "app:read")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }
}

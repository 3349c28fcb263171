package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.request;
import static io.iamplane.decision.engine.TestPolicy.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.generator.Dice;
import io.iamplane.decision.engine.generator.GeneratedPolicy;
import io.iamplane.decision.engine.generator.RequestGenerator;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Explanation.Candidate;
import io.iamplane.decision.engine.question.Explanation.FailedCondition;
import io.iamplane.decision.engine.question.Explanation.Group;
import io.iamplane.decision.engine.question.Explanation.Nearest;
import io.iamplane.decision.engine.question.Explanation.Truth;
import io.iamplane.decision.engine.question.Explanation.Verdict;
import io.iamplane.decision.engine.question.Explanation.Walked;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  private final TestPolicy policy =
      new TestPolicy().entry("user:ann").entry("group:staff").entry("group:all");

  private Explanation explain(@Nullable String resource) {
    return policy.explain(request("user:ann", new Asked.Permission("app:read", null), resource));
  }

  private void grant(Lifetime lifetime, Status status, @Nullable String application) {
    policy.add(
        policy.grantFact(
            "user:ann", "app:read", Effect.PERMIT, null, null, lifetime, status, application));
  }

  @Test
  void groupsAreListedWithTheWayToThem() {
    policy
        .member("user:ann", "staff")
        .member("group:staff", "all", StubCondition.ERROR)
        .permit("group:all", "app:read");
    Explanation explanation = explain(null);
    assertThat(explanation.groups())
        .containsExactly(
            new Group("group:staff", "user:ann", true),
            new Group("group:all", "group:staff", false));
    assertThat(explanation.grants())
        .containsExactly(new Candidate("g3", "group:all", "app:read", false, Verdict.UNCERTAIN));
    assertThat(explanation.failedConditions())
        .containsExactly(
            new FailedCondition(
                "membership", "m2", "ERROR", true, "ERROR is not true", null, List.of()));
    assertThat(explanation.nearest())
        .isEqualTo(
            new Nearest(
                "g3",
                "app:read",
                "depends on a membership or parent whose condition cannot be evaluated"));
  }

  @Test
  void everyCandidateHasItsVerdict() {
    Instant past = TestPolicy.NOW.minusSeconds(1);
    Instant future = TestPolicy.NOW.plusSeconds(1);
    policy.add(new ApplicationFact("b", true));
    grant(new Lifetime(null, past, false, null, null), Status.ACTIVE, null);
    grant(new Lifetime(future, null, false, null, null), Status.ACTIVE, null);
    grant(new Lifetime(null, null, true, null, null), Status.ACTIVE, null);
    grant(Lifetime.ALWAYS, Status.REVOKED, null);
    grant(Lifetime.ALWAYS, Status.ACTIVE, "b");
    policy.permit("user:*", "app:read", "doc:1");
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, StubCondition.FALSE);
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, StubCondition.ERROR);
    policy.permit("user:ann", "app:write");
    Explanation explanation = explain("doc:2");
    assertThat(explanation.grants())
        .extracting(Candidate::verdict)
        .containsExactly(
            Verdict.EXPIRED,
            Verdict.NOT_YET_VALID,
            Verdict.NOT_ACTIVATED,
            Verdict.NOT_ACTIVE,
            Verdict.OTHER_APPLICATION,
            Verdict.OUT_OF_SCOPE,
            Verdict.CONDITION_FALSE,
            Verdict.CONDITION_ERROR);
    assertThat(explanation.failedConditions())
        .extracting(FailedCondition::id)
        .containsExactly("g7", "g8");
    assertThat(explanation.nearest())
        .isEqualTo(new Nearest("g8", "app:read", "its condition cannot be evaluated"));
  }

  @Test
  void denialInTheWayIsNamed() {
    policy.permit("user:ann", "app:read").deny("user:ann", "app:read");
    Explanation explanation = explain(null);
    assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.EXPLICIT_DENY);
    assertThat(explanation.grants()).extracting(Candidate::verdict).containsOnly(Verdict.COUNTED);
    assertThat(explanation.nearest())
        .isEqualTo(new Nearest("g2", "app:read", "this grant denies it"));
  }

  @Test
  void smallestPrivilegeIsProposedToWhoHoldsNothing() {
    policy.role("big", "app:read", "app:write").role("small", "app:read");
    assertThat(explain(null).nearest())
        .isEqualTo(new Nearest(null, "small", "not granted to the subject"));
  }

  @Test
  void permissionItselfIsProposedWhenNoRoleHasIt() {
    assertThat(explain(null).nearest())
        .isEqualTo(new Nearest(null, "app:read", "not granted to the subject"));
  }

  @Test
  void stepUpNamesWhatIsMissing() {
    policy.bound("app:pay", "doc", "pay", "x", Aal.AAL3).permit("user:ann", "app:pay");
    assertThat(
            policy
                .explain(request("user:ann", new Asked.Permission("app:pay", null), "doc:1"))
                .nearest())
        .isEqualTo(new Nearest("g1", "app:pay", "requires aal3"));
  }

  @Test
  void allowedRequestHasNoNearest() {
    policy.permit("user:ann", "app:read");
    assertThat(explain(null).nearest()).isNull();
  }

  @Test
  void refusedRequestIsExplainedByItsReasonAlone() {
    Explanation explanation =
        policy.explain(request("user:x", new Asked.Permission("app:read", null), null));
    assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.SUBJECT_UNKNOWN);
    assertThat(explanation.grants()).isEmpty();
    assertThat(explanation.nearest()).isNull();
  }

  @Test
  void relationsWalkedAreListedFromTheInside() {
    policy
        .model(
            Map.of(
                "doc",
                type(
                    Map.of("parent", "doc", "viewer", "user"),
                    Map.of("read", "viewer | parent->read"))))
        .relation("doc:2", "parent", "doc:1")
        .relation("user:ann", "viewer", "doc:2", StubCondition.ERROR);
    Explanation explanation =
        policy.explain(request("user:ann", new Asked.Relation("read", "app"), "doc:1"));
    assertThat(explanation.relations())
        .containsExactly(
            new Walked("doc:1", "viewer", 0, Truth.FALSE),
            new Walked("doc:2", "viewer", 1, Truth.UNKNOWN),
            new Walked("doc:2", "read", 1, Truth.UNKNOWN),
            new Walked("doc:1", "read", 0, Truth.UNKNOWN));
    assertThat(explanation.failedConditions())
        .extracting(FailedCondition::on)
        .containsOnly("relation");
    assertThat(explanation.nearest()).isNull();
  }

  @Test
  void stepBudgetEndsTheExplanationWithWhatThereIs() {
    policy.member("user:ann", "staff").permit("user:ann", "app:read").maxSteps(1);
    Explanation explanation = explain(null);
    assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
    assertThat(explanation.groups()).hasSize(1);
  }

  /** The verdicts add up to the decision. */
  @Test
  void explanationAgreesWithTheDecision() {
    PolicyEngine engine =
        new PolicyEngine(
            1_000_000,
            defect -> {
              throw new AssertionError(defect);
            });
    for (long seed = 1; seed <= 150; seed++) {
      Dice dice = new Dice(seed);
      GeneratedPolicy generated = new GeneratedPolicy(dice, 80);
      SnapshotBuilder builder = PolicySnapshot.builder();
      generated.facts().forEach(builder::add);
      PolicySnapshot snapshot = builder.build(1);
      RequestGenerator requests = new RequestGenerator(dice, generated.facts());
      for (int i = 0; i < 60; i++) {
        check(engine.explain(snapshot, requests.request(), requests.time()), seed);
      }
    }
  }

  private static void check(Explanation explanation, long seed) {
    boolean denied = counted(explanation, true);
    boolean permitted = counted(explanation, false);
    boolean related =
        !explanation.relations().isEmpty()
            && explanation.relations().getLast().truth() == Truth.TRUE;
    switch (explanation.decision().reason()) {
      case EXPLICIT_DENY -> assertThat(denied).as("seed %d", seed).isTrue();
      case GRANTED_BY_GRANT -> assertThat(!denied && permitted).as("seed %d", seed).isTrue();
      case GRANTED_BY_RELATION ->
          assertThat(!denied && !permitted && related).as("seed %d", seed).isTrue();
      case STEP_UP_REQUIRED ->
          assertThat(!denied && (permitted || related)).as("seed %d", seed).isTrue();
      case NO_MATCHING_GRANT ->
          assertThat(!denied && !permitted && !related).as("seed %d", seed).isTrue();
      default -> assertThat(explanation.grants()).isEmpty();
    }
  }

  private static boolean counted(Explanation explanation, boolean deny) {
    return explanation.grants().stream()
        .anyMatch(each -> each.deny() == deny && each.verdict() == Verdict.COUNTED);
  }
}

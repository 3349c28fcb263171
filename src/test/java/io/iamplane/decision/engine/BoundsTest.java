package io.iamplane.decision.engine;

import static io.iamplane.decision.engine.TestPolicy.request;
import static io.iamplane.decision.engine.TestPolicy.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Explanation.Walked;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.StepMeter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Bounds on the work of a decision, and the effect of a defect. */
class BoundsTest {

  private static final Asked READ = new Asked.Permission("app:read", null);

  private final TestPolicy policy = new TestPolicy().entry("user:ann");

  private ReasonCode asked(Asked asked, @Nullable String resource) {
    return policy.decideAlone(request("user:ann", asked, resource)).reason();
  }

  /** ann is in g1, which is in g2, and so on. */
  private void chainOfGroups(int length) {
    policy.entry("group:g1").member("user:ann", "g1");
    for (int i = 2; i <= length; i++) {
      policy.entry("group:g" + i).member("group:g" + (i - 1), "g" + i);
    }
  }

  private void folders(Map<String, String> permissions) {
    policy.model(
        Map.of(
            "folder",
            type(Map.of("parent", "folder", "viewer", "user", "banned", "user"), permissions)));
  }

  /** f1 is below f2, and so on. */
  private void chainOfFolders(int length) {
    for (int i = 1; i < length; i++) {
      policy.relation("folder:f" + (i + 1), "parent", "folder:f" + i);
    }
  }

  @Test
  void groupsNestToThirtyTwo() {
    chainOfGroups(32);
    policy.permit("group:g32", "app:read");
    assertThat(asked(READ, null)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void groupsNestedDeeperEndTheDecision() {
    chainOfGroups(33);
    policy.permit("user:ann", "app:read");
    assertThat(asked(READ, null)).isEqualTo(ReasonCode.DEPTH_EXCEEDED);
  }

  /** Two steps for each, one more for the budget's slices; the first that lacks it ends it. */
  @Test
  void allOfAThousandSubjectsAreAsked(TestReporter reporter) {
    folders(Map.of("all", "parent.all(viewer)"));
    for (int i = 0; i < 1_000; i++) {
      policy
          .relation("folder:p" + i, "parent", "folder:f")
          .relation("user:ann", "viewer", "folder:p" + i);
    }
    Asked all = new Asked.Relation("all", "app");
    policy.maxSteps(4_000);
    assertThat(asked(all, "folder:f")).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < 300; i++) {
      long start = System.nanoTime();
      asked(all, "folder:f");
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    reporter.publishEntry("all of 1,000 subjects", fastest / 1_000 + " µs");
    policy.maxSteps(1_000);
    assertThat(asked(all, "folder:f")).isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
    policy.maxSteps(4_000).relation("folder:x", "parent", "folder:f");
    assertThat(asked(all, "folder:f")).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void scopesReachThirtyTwoDown() {
    folders(Map.of());
    chainOfFolders(33);
    policy.permit("user:ann", "app:read", "folder:f33");
    assertThat(asked(READ, "folder:f1")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void everyParentTakesAStep() {
    folders(Map.of());
    for (int i = 0; i < 50; i++) {
      policy.relation("folder:p" + i, "parent", "folder:f1");
    }
    policy.permit("user:ann", "app:read", "folder:p0").maxSteps(40);
    assertThat(asked(READ, "folder:f1")).isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
    policy.maxSteps(60);
    assertThat(asked(READ, "folder:f1")).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void denyTooFarUpToBeFoundEndsTheDecision() {
    folders(Map.of());
    chainOfFolders(40);
    policy.permit("user:ann", "app:read").deny("user:ann", "app:read", "folder:f40");
    assertThat(asked(READ, "folder:f1")).isEqualTo(ReasonCode.DEPTH_EXCEEDED);
  }

  @Test
  void relationsReachThirtyTwoObjects() {
    folders(Map.of("read", "viewer | parent->read"));
    chainOfFolders(40);
    policy.relation("user:ann", "viewer", "folder:f33");
    Asked read = new Asked.Relation("read", "app");
    assertThat(asked(read, "folder:f1")).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
    policy.facts().removeLast();
    policy.relation("user:ann", "viewer", "folder:f34");
    assertThat(asked(read, "folder:f1")).isEqualTo(ReasonCode.DEPTH_EXCEEDED);
    assertThat(asked(read, "folder:f2")).isEqualTo(ReasonCode.GRANTED_BY_RELATION);
  }

  @Test
  void exclusionOfWhatIsTooFarDoesNotAllow() {
    folders(Map.of("out", "banned | parent->out", "read", "viewer - out"));
    chainOfFolders(40);
    policy.relation("user:ann", "viewer", "folder:f1").relation("user:ann", "banned", "folder:f40");
    assertThat(asked(new Asked.Relation("read", "app"), "folder:f1"))
        .isEqualTo(ReasonCode.DEPTH_EXCEEDED);
  }

  @Test
  void whatIsTooFarMattersNotBesideWhatIsFalse() {
    folders(Map.of("out", "banned | parent->out", "read", "viewer & out"));
    chainOfFolders(40);
    assertThat(asked(new Asked.Relation("read", "app"), "folder:f1"))
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  /** Names on one object do not count as distance, however many there are. */
  @Test
  void longChainsOfNamesReachThirtyTwoObjects() {
    Map<String, String> names = new TreeMap<>();
    names.put("p0", "viewer | parent->p15");
    for (int i = 1; i < 16; i++) {
      names.put("p" + i, "p" + (i - 1));
    }
    folders(names);
    chainOfFolders(34);
    policy.relation("user:ann", "viewer", "folder:f33");
    assertThat(asked(new Asked.Relation("p15", "app"), "folder:f1"))
        .isEqualTo(ReasonCode.GRANTED_BY_RELATION);
    policy.facts().removeLast();
    policy.relation("user:ann", "viewer", "folder:f34");
    assertThat(asked(new Asked.Relation("p15", "app"), "folder:f1"))
        .isEqualTo(ReasonCode.DEPTH_EXCEEDED);
  }

  @Test
  void explanationNamesWhereTheWalkWasCut() {
    folders(Map.of("read", "viewer | parent->read"));
    chainOfFolders(40);
    Explanation explanation =
        policy.explain(request("user:ann", new Asked.Relation("read", "app"), "folder:f1"));
    assertThat(explanation.decision().reason()).isEqualTo(ReasonCode.DEPTH_EXCEEDED);
    assertThat(explanation.relations())
        .contains(new Walked("folder:f34", "read", 33, Explanation.Truth.UNKNOWN));
  }

  /** Two ways up, one short and one beyond the bound: which is stored first must not matter. */
  @Test
  void depthDoesNotDependOnTheOrderOfRelations() {
    folders(Map.of("read", "viewer | parent->read"));
    chainOfFolders(36);
    policy
        .relation("folder:f30", "parent", "folder:f1")
        .relation("user:ann", "viewer", "folder:f36");
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(policy.facts(), new Random(seed));
      assertThat(asked(new Asked.Relation("read", "app"), "folder:f1"))
          .isEqualTo(ReasonCode.GRANTED_BY_RELATION);
    }
  }

  /** An answer that was found on a short way is none on a way that is too long. */
  @Test
  void aKnownAnswerDoesNotShortenTheWay() {
    policy.model(
        Map.of(
            "folder",
            type(
                Map.of("parent", "folder", "jump", "folder", "viewer", "user"),
                Map.of(
                    "read", "viewer | parent->read",
                    "first", "jump->read & parent->read",
                    "last", "parent->read & jump->read"))));
    chainOfFolders(36);
    policy.relation("folder:f30", "jump", "folder:f1").relation("user:ann", "viewer", "folder:f36");
    for (String name : List.of("first", "last")) {
      assertThat(asked(new Asked.Relation(name, "app"), "folder:f1"))
          .as(name)
          .isEqualTo(ReasonCode.DEPTH_EXCEEDED);
    }
  }

  @Test
  void chainsOfPermissionsOfOneObjectAreBoundedToo() {
    Map<String, String> names = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      names.put("p" + i, i == 0 ? "viewer" : "p" + (i - 1) + " | parent->p" + (i - 1));
    }
    folders(names);
    chainOfFolders(10);
    policy.relation("user:ann", "viewer", "folder:f9");
    assertThat(asked(new Asked.Relation("p199", "app"), "folder:f1"))
        .isEqualTo(ReasonCode.GRANTED_BY_RELATION);
  }

  @Test
  void stepBudgetEndsTheDecision() {
    for (int i = 0; i < 50; i++) {
      policy.permit("user:ann", "app:read", "doc:" + i);
      policy.permit("user:ann", "app:read");
    }
    policy.maxSteps(10);
    assertThat(asked(READ, null)).isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
    policy.maxSteps(1000);
    assertThat(asked(READ, null)).isEqualTo(ReasonCode.GRANTED_BY_GRANT);
  }

  @Test
  void fullyConnectedCycleTakesPolynomialWork() {
    folders(Map.of("read", "viewer | parent->read"));
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        policy.relation("folder:f" + j, "parent", "folder:f" + i);
      }
    }
    assertThat(asked(new Asked.Relation("read", "app"), "folder:f0"))
        .isEqualTo(ReasonCode.NO_MATCHING_GRANT);
  }

  @Test
  void defectOfAConditionIsADenialAndReported() {
    Condition broken =
        new Condition() {
          @Override
          public Outcome evaluate(Attributes attributes, StepMeter meter) {
            throw new IllegalStateException("broken");
          }

          @Override
          public @Nullable String failure(Attributes attributes, StepMeter meter) {
            return null;
          }

          @Override
          public String canonical() {
            return "broken";
          }

          @Override
          public java.util.Set<io.iamplane.language.condition.AttributeRef> reads() {
            return java.util.Set.of();
          }
        };
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, broken);
    List<Throwable> defects = new ArrayList<>();
    PolicyEngine engine = new PolicyEngine(1000, defects::add);
    PolicySnapshot snapshot = policy.snapshot();
    Decision decision = engine.decide(snapshot, request("user:ann", READ, null), TestPolicy.NOW);
    assertThat(decision.reason()).isEqualTo(ReasonCode.INTERNAL_ERROR);
    assertThat(decision.allowed()).isFalse();
    assertThat(defects).singleElement().asString().contains("broken");
    assertThat(engine.explain(snapshot, request("user:ann", READ, null), TestPolicy.NOW).decision())
        .extracting(Decision::reason)
        .isEqualTo(ReasonCode.INTERNAL_ERROR);
  }
}

package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.generator.Dice;
import io.iamplane.decision.engine.generator.GeneratedPolicy;
import io.iamplane.decision.engine.generator.RequestGenerator;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.ReasonCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Properties of every policy; each failure names its seed. */
class PolicyEnginePropertyTest {

  private static final int POLICIES = 60;
  private static final int REQUESTS = 60;

  private final PolicyEngine engine =
      new PolicyEngine(
          1_000_000,
          defect -> {
            throw new AssertionError(defect);
          });

  private static PolicySnapshot load(List<Fact> facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return builder.build(1);
  }

  /** A property of two snapshots of one policy, asked the same. */
  private interface Comparison {
    void check(Decision one, Decision other);
  }

  /** A snapshot to compare with that of a policy. */
  private interface Variant {
    PolicySnapshot of(List<Fact> facts, PolicySnapshot snapshot, Random random);
  }

  private void forAll(Variant variant, Comparison comparison) {
    for (long seed = 1; seed <= POLICIES; seed++) {
      Dice dice = new Dice(seed * 7919);
      GeneratedPolicy policy = new GeneratedPolicy(dice, 60 + dice.roll(60));
      PolicySnapshot snapshot = load(policy.facts());
      PolicySnapshot other = variant.of(policy.facts(), snapshot, new Random(seed));
      RequestGenerator requests = new RequestGenerator(dice, policy.facts());
      for (int i = 0; i < REQUESTS; i++) {
        DecisionRequest request = requests.request();
        Instant now = requests.time();
        comparison.check(engine.decide(snapshot, request, now), engine.decide(other, request, now));
      }
    }
  }

  private static List<GrantFact> grants(List<Fact> facts, Effect effect) {
    return facts.stream()
        .filter(GrantFact.class::isInstance)
        .map(GrantFact.class::cast)
        .filter(grant -> grant.effect() == effect)
        .toList();
  }

  private static PolicySnapshot apply(PolicySnapshot snapshot, List<FactChange> changes) {
    return snapshot.apply(2, changes);
  }

  private static void same(Decision one, Decision other) {
    assertThat(other.reason()).isEqualTo(one.reason());
    assertThat(other.matched()).isEqualTo(one.matched());
  }

  @Test
  void emptyPolicyAllowsNothing() {
    forAll((_, _, _) -> load(List.of()), (_, other) -> assertThat(other.allowed()).isFalse());
  }

  @Test
  void orderOfFactsDoesNotMatter() {
    forAll(
        (facts, _, random) -> {
          List<Fact> shuffled = new ArrayList<>(facts);
          Collections.shuffle(shuffled, random);
          return load(shuffled);
        },
        PolicyEnginePropertyTest::same);
  }

  @Test
  void duplicatesOfGrantsDoNotMatter() {
    forAll(
        (facts, _, _) -> {
          List<Fact> doubled = new ArrayList<>(facts);
          doubled.addAll(grants(facts, Effect.PERMIT));
          doubled.addAll(grants(facts, Effect.DENY));
          return load(doubled);
        },
        PolicyEnginePropertyTest::same);
  }

  @Test
  void removingAPermitNeverAllowsMore() {
    forAll(
        (facts, snapshot, random) -> {
          List<GrantFact> permits = grants(facts, Effect.PERMIT);
          return permits.isEmpty()
              ? snapshot
              : apply(
                  snapshot,
                  List.of(FactChange.removed(permits.get(random.nextInt(permits.size())))));
        },
        (one, other) -> assertThat(one.allowed() || !other.allowed()).isTrue());
  }

  @Test
  void addingADenyNeverAllowsMore() {
    forAll(
        (facts, snapshot, random) -> {
          List<GrantFact> permits = grants(facts, Effect.PERMIT);
          if (permits.isEmpty()) {
            return snapshot;
          }
          GrantFact deny = asDeny(permits.get(random.nextInt(permits.size())), "deny");
          return apply(snapshot, List.of(FactChange.added(deny)));
        },
        (one, other) -> assertThat(one.allowed() || !other.allowed()).isTrue());
  }

  private static GrantFact asDeny(GrantFact grant, String id) {
    return new GrantFact(
        id,
        grant.subject(),
        grant.privilege(),
        Effect.DENY,
        grant.application(),
        grant.scope(),
        grant.condition(),
        grant.lifetime(),
        grant.status());
  }

  @Test
  void denyBesideEveryPermitLeavesNoneAllowed() {
    forAll(
        (facts, snapshot, _) -> {
          List<FactChange> denies = new ArrayList<>();
          for (GrantFact permit : grants(facts, Effect.PERMIT)) {
            denies.add(FactChange.added(asDeny(permit, "deny" + permit.id())));
          }
          return apply(snapshot, denies);
        },
        (one, other) -> {
          if (one.reason() == ReasonCode.GRANTED_BY_GRANT) {
            assertThat(other.reason()).isEqualTo(ReasonCode.EXPLICIT_DENY);
          }
        });
  }

  @Test
  void deltaBackAndForthIsTheSamePolicy() {
    forAll(
        (facts, snapshot, _) -> {
          PolicySnapshot empty =
              apply(snapshot, facts.reversed().stream().map(FactChange::removed).toList());
          assertThat(empty.nodeCount()).isEqualTo(snapshot.nodeCount());
          return apply(empty, facts.stream().map(FactChange::added).toList());
        },
        PolicyEnginePropertyTest::same);
  }

  @Test
  void snapshotIsNotChangedByWhatIsDerivedFromIt() {
    forAll(
        (facts, snapshot, _) -> {
          apply(snapshot, facts.reversed().stream().map(FactChange::removed).toList());
          return load(facts);
        },
        PolicyEnginePropertyTest::same);
  }
}

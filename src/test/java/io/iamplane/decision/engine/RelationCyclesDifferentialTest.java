package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.generator.Dice;
import io.iamplane.decision.engine.generator.RelationTangle;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Cycles: the engine's walk against the alternating fixed point, and against itself with the same
 * relations in another order.
 */
class RelationCyclesDifferentialTest {

  private static final Instant NOW = Instant.EPOCH;

  private final List<Throwable> defects = Collections.synchronizedList(new ArrayList<>());
  private final PolicyEngine engine = new PolicyEngine(1_000_000, defects::add);
  private final List<String> disagreements = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger allowed = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger exhausted = new AtomicInteger();

  @Test
  void cyclesAreAnsweredAsTheReferenceDoesInAnyOrder(TestReporter reporter) {
    run(1, 250, reporter);
  }

  @Test
  @Tag("ci")
  void cyclesAreAnsweredAsTheReferenceDoesInAnyOrderAtVolume(TestReporter reporter) {
    run(1, 1_000, reporter);
  }

  @Test
  @Tag("stress")
  void cyclesAreAnsweredAsTheReferenceDoesInAnyOrderAtLength(TestReporter reporter) {
    run(System.nanoTime(), 100_000, reporter);
  }

  private void run(long firstSeed, int tangles, TestReporter reporter) {
    reporter.publishEntry("seeds", firstSeed + " and " + (tangles - 1) + " more");
    LongStream.range(firstSeed, firstSeed + tangles).parallel().forEach(this::tangle);
    assertThat(defects).isEmpty();
    assertThat(disagreements).as("seeds %d and %d more", firstSeed, tangles - 1).isEmpty();
    assertThat(allowed.get()).isGreaterThan(tangles);
    // Exclusions through cycles through exclusions may take more steps than there are: denied.
    assertThat(exhausted.get()).isLessThanOrEqualTo(asked.get() / 100_000);
  }

  private void tangle(long seed) {
    List<Fact> facts = new RelationTangle(new Dice(seed)).facts();
    ReferenceEvaluator reference = new ReferenceEvaluator(facts);
    PolicySnapshot snapshot = load(facts);
    List<Fact> shuffled = new ArrayList<>(facts);
    Collections.shuffle(shuffled, new Random(seed));
    PolicySnapshot other = load(shuffled);
    String userset = "d0#" + RelationTangle.PERMISSIONS.get((int) (seed & 3));
    for (int i = 0; i < RelationTangle.OBJECTS; i++) {
      for (String permission : RelationTangle.PERMISSIONS) {
        for (Party subject : List.of(Party.of(RelationTangle.USER), Party.of("doc", userset))) {
          DecisionRequest request =
              DecisionRequest.of(
                  subject, new Asked.Relation(permission, "a"), Party.of(RelationTangle.object(i)));
          ReasonCode expected = reference.decide(request, NOW).reason();
          if (expected == ReasonCode.GRANTED_BY_RELATION) {
            allowed.incrementAndGet();
          }
          compare(seed, request, expected, engine.decide(snapshot, request, NOW));
          compare(seed, request, expected, engine.decide(other, request, NOW));
        }
      }
    }
  }

  private static PolicySnapshot load(List<Fact> facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return builder.build(1);
  }

  private void compare(long seed, DecisionRequest request, ReasonCode expected, Decision decision) {
    asked.incrementAndGet();
    if (decision.reason() == ReasonCode.DEADLINE_EXCEEDED) {
      exhausted.incrementAndGet();
    } else if (decision.reason() != expected) {
      disagreements.add(
          "seed %d: %s on %s: reference %s, engine %s"
              .formatted(seed, request.asked(), request.resource(), expected, decision));
    }
  }
}

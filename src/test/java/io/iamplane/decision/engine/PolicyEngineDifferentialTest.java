package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The engine against the reference evaluator, on generated policies and requests. */
class PolicyEngineDifferentialTest {

  @Test
  void engineAgreesWithTheReference(TestReporter reporter) {
    run(20_260_101L, 560, 120, reporter);
  }

  @Test
  @Tag("stress")
  void engineAgreesWithTheReferenceAtLength(TestReporter reporter) {
    run(System.nanoTime(), 12_000, 140, reporter);
  }

  @Test
  void contextualRelationsAreAsGoodAsStoredOnes(TestReporter reporter) {
    relations(20_260_102L, 400, 80, reporter);
  }

  @Test
  @Tag("stress")
  void contextualRelationsAreAsGoodAsStoredOnesAtLength(TestReporter reporter) {
    relations(System.nanoTime(), 8_000, 120, reporter);
  }

  private static void relations(long firstSeed, int policies, int perState, TestReporter reporter) {
    reporter.publishEntry("seeds", firstSeed + " and " + (policies - 1) + " more");
    DifferentialRun run = DifferentialRun.withRelations(UnaryOperator.identity());
    for (long seed = firstSeed; seed < firstSeed + policies; seed++) {
      run.policy(seed, perState);
    }
    reporter.publishEntry(
        "with relations", run.ofContextual + ", " + run.changedByRelations + " answered otherwise");
    assertThat(run.defects).isEmpty();
    assertThat(run.disagreements).isEmpty();
    assertThat(run.changedByRelations).as("%s", run.ofContextual).isGreaterThan(policies / 2);
  }

  private static void run(long firstSeed, int policies, int perState, TestReporter reporter) {
    reporter.publishEntry("seeds", firstSeed + " and " + (policies - 1) + " more");
    DifferentialRun run = new DifferentialRun(UnaryOperator.identity());
    for (long seed = firstSeed; seed < firstSeed + policies; seed++) {
      run.policy(seed, perState);
    }
    reporter.publishEntry("requests", run.requests + ": " + run.reasons);
    reporter.publishEntry("of many at once", run.ofMany.toString());
    assertThat(run.defects).isEmpty();
    assertThat(run.disagreements)
        .as("seeds %d to %d, %d requests", firstSeed, firstSeed + policies - 1, run.requests)
        .isEmpty();
    assertThat(run.reasons.keySet())
        .as("the generator reaches what an engine can answer: %s", run.reasons)
        .contains(
            ReasonCode.GRANTED_BY_GRANT,
            ReasonCode.GRANTED_BY_RELATION,
            ReasonCode.EXPLICIT_DENY,
            ReasonCode.NO_MATCHING_GRANT,
            ReasonCode.STEP_UP_REQUIRED,
            ReasonCode.SUBJECT_INACTIVE,
            ReasonCode.SUBJECT_UNKNOWN,
            ReasonCode.PERMISSION_UNKNOWN,
            ReasonCode.APPLICATION_UNKNOWN);
    assertThat(run.ofMany)
        .containsKeys(
            ReasonCode.GRANTED_BY_RELATION,
            ReasonCode.NO_MATCHING_GRANT,
            ReasonCode.SUBJECT_INACTIVE,
            ReasonCode.SUBJECT_IS_A_SET);
  }
}

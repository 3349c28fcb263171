package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * The engine against the reference evaluator, on generated policies and requests. The seeds are
 * fixed; the stress tier takes others with {@code -Dstress.seed}.
 */
class PolicyEngineDifferentialTest {

  private static final long SEED = 20_260_101L;

  /** Each construct stands in policies or questions at least so often, and more seldom in few. */
  private static final int OFTEN = 100;

  @Test
  void engineAgreesWithTheReference(TestReporter reporter) throws Exception {
    assertThat(run(SEED, 140, 120, 1, reporter)).isGreaterThanOrEqualTo(50_000);
  }

  @Test
  @Tag("ci")
  void engineAgreesWithTheReferenceAtVolume(TestReporter reporter) throws Exception {
    assertThat(run(SEED, 560, 120, 1, reporter)).isGreaterThanOrEqualTo(200_000);
  }

  @Test
  @Tag("stress")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void engineAgreesWithTheReferenceAtLength(TestReporter reporter) throws Exception {
    long asked = run(stressSeed(), 12_000, 140, threads(), reporter);
    assertThat(asked).isGreaterThanOrEqualTo(5_000_000);
  }

  @Test
  void setsAreAskedAsTheReferenceAsksThem(TestReporter reporter) throws Exception {
    assertThat(sets(SEED + 2, 30, 120, 1, reporter)).isGreaterThanOrEqualTo(10_000);
  }

  @Test
  @Tag("stress")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void setsAreAskedAsTheReferenceAsksThemAtLength(TestReporter reporter) throws Exception {
    assertThat(sets(stressSeed() + 2_000_000, 2_400, 140, threads(), reporter))
        .isGreaterThanOrEqualTo(1_000_000);
  }

  /** Says how many questions about sets were asked. */
  private static long sets(
      long firstSeed, int policies, int perState, int threads, TestReporter reporter)
      throws Exception {
    DifferentialRun run =
        new Seeds(firstSeed, policies, perState).on(threads, DifferentialRun::ofSets, reporter);
    reporter.publishEntry("of sets", run.ofMany.toString());
    assertThat(run.ofMany.values().stream().mapToLong(Integer::longValue).sum())
        .isEqualTo(run.requests);
    assertThat(run.ofMany)
        .containsKeys(
            ReasonCode.GRANTED_BY_RELATION,
            ReasonCode.NO_MATCHING_GRANT,
            ReasonCode.SUBJECT_UNKNOWN,
            ReasonCode.SUBJECT_IS_A_SET);
    assertThat(run.ofMany.get(ReasonCode.GRANTED_BY_RELATION)).isGreaterThan(policies);
    return run.requests;
  }

  @Test
  void contextualRelationsAreAsGoodAsStoredOnes(TestReporter reporter) throws Exception {
    assertThat(relations(SEED + 1, 100, 80, 1, reporter)).isGreaterThan(40);
  }

  @Test
  @Tag("ci")
  void contextualRelationsAreAsGoodAsStoredOnesAtVolume(TestReporter reporter) throws Exception {
    assertThat(relations(SEED + 1, 400, 80, 1, reporter)).isGreaterThan(200);
  }

  @Test
  @Tag("stress")
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void contextualRelationsAreAsGoodAsStoredOnesAtLength(TestReporter reporter) throws Exception {
    assertThat(relations(stressSeed() + 1_000_000, 8_000, 120, threads(), reporter))
        .isGreaterThan(4_000);
  }

  private static long stressSeed() {
    return Long.getLong("stress.seed", SEED + 1_000_000);
  }

  private static int threads() {
    return Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);
  }

  /** Says how many answers the contextual relations changed. */
  private static long relations(
      long firstSeed, int policies, int perState, int threads, TestReporter reporter)
      throws Exception {
    DifferentialRun run =
        new Seeds(firstSeed, policies, perState)
            .on(threads, () -> DifferentialRun.withRelations(UnaryOperator.identity()), reporter);
    reporter.publishEntry(
        "with relations", run.ofContextual + ", " + run.changedByRelations + " answered otherwise");
    assertOccur(run, policies, List.of(Construct.values()));
    return run.changedByRelations;
  }

  private static long run(
      long firstSeed, int policies, int perState, int threads, TestReporter reporter)
      throws Exception {
    DifferentialRun run =
        new Seeds(firstSeed, policies, perState)
            .on(threads, () -> new DifferentialRun(UnaryOperator.identity()), reporter);
    reporter.publishEntry("of many at once", run.ofMany.toString());
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
    assertOccur(
        run,
        policies,
        Arrays.stream(Construct.values()).filter(each -> !each.isContextual()).toList());
    return run.requests;
  }

  private static void assertOccur(DifferentialRun run, int policies, List<Construct> constructs) {
    long often = Math.min(OFTEN, policies / 4);
    assertThat(constructs)
        .as("%s", run.constructs.all())
        .allMatch(each -> run.constructs.all().getOrDefault(each, 0L) >= often);
  }

  /** Policies of seeds that follow one another, each asked about three times. */
  private record Seeds(long first, int count, int perState) {

    /** Shares the seeds among threads, and asserts that all answers agree. */
    DifferentialRun on(int threads, Supplier<DifferentialRun> runs, TestReporter reporter)
        throws Exception {
      long start = System.nanoTime();
      AtomicLong next = new AtomicLong(first);
      DifferentialRun all = runs.get();
      try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
        List<Future<DifferentialRun>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          parts.add(executor.submit(() -> part(next, runs.get())));
        }
        for (Future<DifferentialRun> part : parts) {
          all.add(part.get());
        }
      }
      Duration took = Duration.ofNanos(System.nanoTime() - start);
      reporter.publishEntry("requests", all.requests + " in " + took + ": " + all.reasons);
      reporter.publishEntry("constructs", all.constructs.all().toString());
      assertThat(all.defects).as("seeds %d and %d more", first, count - 1).isEmpty();
      assertThat(all.disagreements)
          .as("seeds %d and %d more, %d requests", first, count - 1, all.requests)
          .isEmpty();
      return all;
    }

    private DifferentialRun part(AtomicLong next, DifferentialRun run) {
      long seed = next.getAndIncrement();
      while (seed < first + count && !Thread.currentThread().isInterrupted()) {
        run.policy(seed, perState);
        seed = next.getAndIncrement();
      }
      return run;
    }
  }
}

package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.Ticker;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Three replicas on one database, of which one writes, while all three decide and a transaction is
 * held open elsewhere.
 */
abstract class ReplicaCases {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final List<String> PERMISSIONS = List.of("shop:order.read", "shop:order.write");
  private static final int AT_LEAST_EVERY = 10;

  /** Replicas are compared often, as a reload hides changes missed before. */
  private static final int COMPARE_EVERY = 50;

  private static final int THREADS = 2;

  private static final double MILLIS = 1e6;

  @Inject PolicySnapshots writing;
  @Inject SnapshotLoader loader;
  @Inject ChangeApplier applier;
  @Inject Ticker ticker;
  @Inject Transactions transactions;
  @Inject TestPlatform platform;
  @Inject TenantWorlds worlds;
  @Inject Replicas others;
  @Inject Changes changes;

  /**
   * The behaviour of the replicas that do not write.
   *
   * @param applying applies changes
   * @param signals true if they receive signals
   * @param meanwhile runs after each change
   * @param untilFound true to end the run at the first disagreement
   */
  record Others(
      ChangeApplier applying, boolean signals, IntConsumer meanwhile, boolean untilFound) {

    Others(ChangeApplier applying, boolean signals, IntConsumer meanwhile) {
      this(applying, signals, meanwhile, false);
    }

    Others untilFirstFound() {
      return new Others(applying, signals, meanwhile, true);
    }

    static Others applying(ChangeApplier applying) {
      return new Others(applying, true, _ -> {});
    }
  }

  private PolicySnapshots other(Others how) {
    return how.signals() ? others.another(how.applying()) : others.deaf(how.applying());
  }

  /** The result of a run. */
  record Run(long[] delayNanos, long disagreements, int asked) {

    /** In milliseconds, of all changes at both of the other replicas. */
    double delay(double quantile) {
      return delayNanos[Math.min(delayNanos.length - 1, (int) (quantile * delayNanos.length))]
          / MILLIS;
    }
  }

  /**
   * Makes random changes, and asks all replicas the same again and again.
   *
   * @param how the others follow
   * @param asked how many questions each replica is compared on, in all
   */
  Run run(long seed, int changesToMake, int asked, Others how) throws Exception {
    Organization tenant = platform.tenant();
    TenantWorld world = worlds.of(tenant, seed);
    PolicySnapshots second = other(how);
    PolicySnapshots third = other(how);
    List<PolicySnapshots> replicas = List.of(writing, second, third);
    for (PolicySnapshots replica : replicas) {
      assertThat(replica.await(tenant.id(), 0)).isNotNull();
    }
    try (Connection elsewhere =
            DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
        ReplicaWatch watch =
            new ReplicaWatch(
                tenant.id(), ticker, List.of(second, third), policy -> decide(policy, world))) {
      holdOpen(elsewhere);
      int each = asked * COMPARE_EVERY / changesToMake;
      long disagreements = 0;
      for (int i = 0; i < changesToMake && !(how.untilFound() && disagreements > 0); i++) {
        world.change();
        how.meanwhile().accept(i);
        long version = changes.version(tenant.id()).orElseThrow();
        watch.committed(version);
        assertThat(writing.await(tenant.id(), 0).version()).isEqualTo(version);
        if ((i + 1) % COMPARE_EVERY == 0) {
          disagreements += disagreements(tenant, world, replicas, each);
        }
        if (i % AT_LEAST_EVERY == 0) {
          PolicySnapshots other = replicas.get(1 + i / AT_LEAST_EVERY % 2);
          assertThat(other.await(tenant.id(), version).version()).isGreaterThanOrEqualTo(version);
        }
      }
      return new Run(watch.delays(), disagreements, asked);
    } finally {
      second.stop();
      third.stop();
      others.stopLooking();
    }
  }

  /** Holds a transaction id open, which delays readers that wait for all earlier ids. */
  private static void holdOpen(Connection elsewhere) throws SQLException {
    elsewhere.setAutoCommit(false);
    try (Statement statement = elsewhere.createStatement()) {
      statement.execute("SELECT pg_current_xact_id()");
    }
  }

  /** Only requires an answer; answers are compared at the end. */
  private void decide(TenantPolicy policy, TenantWorld world) {
    var unused =
        engine()
            .decide(
                policy.snapshot(),
                new DecisionRequest(
                    Party.of(new SubjectRef("user", "u0")),
                    new Asked.Permission(PERMISSIONS.getFirst(), null),
                    Party.of(world.resources().getFirst()),
                    Map.of(),
                    Map.of("amount", 5),
                    Aal.AAL1),
                NOW);
  }

  private static PolicyEngine engine() {
    return new PolicyEngine(
        100_000,
        defect -> {
          throw new AssertionError(defect);
        });
  }

  private long disagreements(
      Organization tenant, TenantWorld world, List<PolicySnapshots> replicas, int asked)
      throws Exception {
    List<Fact> facts = Collections.synchronizedList(new ArrayList<>());
    transactions.run(() -> loader.read(tenant, OverlaidRows.none(), facts::add));
    long version = changes.version(tenant.id()).orElseThrow();
    List<TenantPolicy> policies =
        replicas.stream().map(replica -> replica.await(tenant.id(), version)).toList();
    // The reference goes through all facts for each question, and keeps what one thread found.
    long disagreements = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Long>> parts = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(version * THREADS + i);
        parts.add(() ->
            disagreements(new ReferenceEvaluator(facts), world, policies, random, asked / THREADS));
      }
      for (Future<Long> part : threads.invokeAll(parts)) {
        disagreements += part.get();
      }
    }
    return disagreements;
  }

  private static long disagreements(
      ReferenceEvaluator reference,
      TenantWorld world,
      List<TenantPolicy> policies,
      Random random,
      int asked) {
    List<SubjectRef> subjects = world.subjects();
    PolicyEngine engine = engine();
    long disagreements = 0;
    for (int i = 0; i < asked; i++) {
      DecisionRequest request =
          new DecisionRequest(
              Party.of(subjects.get(random.nextInt(subjects.size()))),
              new Asked.Permission(PERMISSIONS.get(random.nextInt(2)), null),
              Party.of(world.resources().get(random.nextInt(world.resources().size()))),
              Map.of(),
              Map.of("amount", random.nextInt(20)),
              Aal.AAL1);
      ReasonCode right = reference.decide(request, NOW).reason();
      for (TenantPolicy policy : policies) {
        if (engine.decide(policy.snapshot(), request, NOW).reason() != right) {
          disagreements++;
        }
      }
    }
    return disagreements;
  }
}

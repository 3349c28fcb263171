package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Changes;
import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.Ticker;
import io.iamplane.testing.SettableClock;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy that followed the changes is the policy that a fresh load gives. */
@QuarkusTest
class SnapshotFollowsChangesDbTest {

  private static final int CHANGES = 120;
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Inject PolicySnapshots snapshots;
  @Inject SnapshotLoader loader;
  @Inject DecisionConfig config;
  @Inject Ticker ticker;
  @Inject Clock clock;
  @Inject TestPlatform platform;
  @Inject TenantWorlds worlds;
  @Inject Replicas replicas;
  @Inject Changes changes;

  private final PolicyEngine engine =
      new PolicyEngine(
          100_000,
          defect -> {
            throw new AssertionError(defect);
          });

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aWriterReadsItsOwnWritesAndAnotherReplicaFollows(long seed) {
    Organization tenant = platform.tenant();
    TenantWorld world = worlds.of(tenant, seed);
    PolicySnapshots other = replicas.another();
    try {
      snapshots.await(tenant.id(), 0);
      other.await(tenant.id(), 0);
      for (int i = 0; i < CHANGES; i++) {
        world.change();
        long version = changes.version(tenant.id()).orElseThrow();
        TenantPolicy own = snapshots.await(tenant.id(), 0);
        assertThat(own).isNotNull();
        assertThat(own.version()).as("seed %d, change %d", seed, i).isEqualTo(version);
        if (i % 20 == 19) {
          List<String> fresh = answers(loader.load(tenant.id()).orElseThrow(), world);
          assertThat(answers(own, world)).as("seed %d, change %d", seed, i).isEqualTo(fresh);
          assertThat(answers(other.await(tenant.id(), version), world)).isEqualTo(fresh);
        }
      }
      assertThat(answers(snapshots.await(tenant.id(), 0), world))
          .anyMatch(answer -> answer.contains("granted_by_grant"))
          .anyMatch(answer -> answer.contains("no_matching_grant"));
    } finally {
      other.stop();
    }
  }

  @Test
  void aReplicaWhoseClockDiffersFromTheDatabasesDecidesNothing() {
    Organization tenant = platform.tenant();
    SettableClock off = new SettableClock(clock.instant().minusSeconds(30));
    PolicySnapshots other = replicas.another(off);
    try {
      assertThat(other.await(tenant.id(), 0)).isNull();
      assertThat(other.isFresh()).isFalse();
      assertThatThrownBy(other::confirm)
          .isInstanceOf(ClockAgreement.ClocksDifferException.class)
          .hasMessageContaining("behind");

      off.set(clock.instant());
      other.confirm();
      assertThat(other.isFresh()).isTrue();
      await().until(() -> other.await(tenant.id(), 0) != null);
      off.set(clock.instant().plusSeconds(30));
      assertThatThrownBy(other::confirm).hasMessageContaining("ahead of");
    } finally {
      other.stop();
    }
  }

  /** Simulates a failover to a replica without the last changes. */
  @Test
  void aPolicyWhoseChangesTheDatabaseHasLostIsReloaded() {
    Organization tenant = platform.tenant();
    PolicySnapshots other = replicas.another();
    try {
      long version = other.await(tenant.id(), 0).version();
      other.committed(tenant.id(), version + 3, List.of());
      other.confirm();
      assertThat(other.loaded(tenant.id(), 0)).as("what is not in the database").isNull();

      assertThat(other.await(tenant.id(), 0).version()).isEqualTo(version);
    } finally {
      other.stop();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = 7)
  void whatAnotherReplicaWroteIsSeenWithoutAskingForIt(long seed) {
    Organization tenant = platform.tenant();
    TenantWorld world = worlds.of(tenant, seed);
    PolicySnapshots other = replicas.another();
    try {
      other.await(tenant.id(), 0);
      world.change();
      world.change();
      long version = changes.version(tenant.id()).orElseThrow();
      await()
          .until(() -> {
            TenantPolicy policy = other.loaded(tenant.id(), 0);
            return policy != null && policy.version() == version;
          });
      assertThat(other.isFresh()).isTrue();
    } finally {
      other.stop();
    }
  }

  /** Before, each such request held its thread for the whole of the deadline. */
  @Test
  void aVersionThatTheDatabaseDoesNotKnowIsNotWaitedFor() {
    Organization tenant = platform.tenant();
    long version = changes.version(tenant.id()).orElseThrow();
    snapshots.await(tenant.id(), 0);
    long start = ticker.nanos();
    for (int i = 1; i <= 10; i++) {
      assertThat(snapshots.await(tenant.id(), i == 10 ? Long.MAX_VALUE : version + i)).isNull();
    }
    assertThat(Duration.ofNanos(ticker.nanos() - start)).isLessThan(config.requestDeadline());
    assertThat(snapshots.await(tenant.id(), version)).isNotNull();
  }

  private List<String> answers(TenantPolicy policy, TenantWorld world) {
    List<String> answers = new ArrayList<>();
    for (SubjectRef subject : world.subjects()) {
      for (SubjectRef resource : world.resources()) {
        for (String permission : List.of("shop:order.read", "shop:order.write")) {
          Explanation explanation =
              engine.explain(
                  policy.snapshot(),
                  new DecisionRequest(
                      Party.of(subject),
                      new Asked.Permission(permission, null),
                      Party.of(resource),
                      Map.of(),
                      Map.of("amount", 5),
                      Aal.AAL1),
                  NOW);
          answers.add(
              "%s %s %s: %s %s"
                  .formatted(
                      subject,
                      permission,
                      resource,
                      explanation.decision(),
                      explanation.grants().stream().map(Object::toString).sorted().toList()));
        }
      }
    }
    return answers;
  }
}

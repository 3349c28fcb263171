package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery.Present;
import io.iamplane.database.WaitingRoom;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.OrganizationId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A policy that remembers too much is loaded again, and answers until that is done. */
@Timeout(60)
class PolicyRenewalTest {

  private static final OrganizationId ID = TestTenants.organization(1);
  private static final long LARGE = 1L << 30;

  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicLong version = new AtomicLong(1);
  private final Semaphore mayLoad = new Semaphore(0);
  private volatile boolean fails;
  private final PolicySnapshots snapshots =
      new PolicySnapshots(
          new Loader(),
          new ChangeApplier(new ObjectMapper()),
          new ChangeFollower(new Versions(), 2),
          new TestDecisionConfig(),
          TestDecisionConfig.NEVER,
          new WaitingRoom(DecisionConfig.WAITING_PER_TENANT, DecisionConfig.WAITING),
          new MemoryBudget(LARGE, LARGE, 4),
          () -> 0,
          Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

  /** Versions that change nothing. */
  private final class Versions implements ChangeFollower.History {

    @Override
    public Present present(Collection<OrganizationId> organizations) {
      return new Present(
          organizations.stream().collect(Collectors.toMap(Function.identity(), _ -> version.get())),
          Instant.EPOCH);
    }

    @Override
    public TreeMap<Long, List<PolicyChange>> since(OrganizationId id, long after, int limit) {
      return LongStream.rangeClosed(after + 1, version.get())
          .limit(limit)
          .boxed()
          .collect(
              Collectors.toMap(Function.identity(), _ -> List.of(), (a, b) -> a, TreeMap::new));
    }
  }

  /** Loads a worn policy first, and then one that is not, each at version 1. */
  private final class Loader extends SnapshotLoader {

    Loader() {
      super(null, null, null, null, null, null, null, null, null, null, null, null);
    }

    @Override
    Optional<TenantPolicy> load(OrganizationId id, long most) {
      if (loads.incrementAndGet() == 1) {
        return Optional.of(TestTenants.worn(id, 1));
      }
      mayLoad.acquireUninterruptibly();
      if (fails) {
        throw new IllegalStateException("the load failed");
      }
      return Optional.of(TestTenants.policy(id, 1));
    }
  }

  @AfterEach
  void stop() {
    mayLoad.release(10);
    snapshots.stop();
  }

  private TenantPolicy present() {
    return Objects.requireNonNull(snapshots.await(ID, version.get()));
  }

  @Test
  void itAnswersAndFollowsWhileItIsLoadedAgain() {
    assertThat(present().isWorn()).isTrue();
    snapshots.confirm();
    await().untilAsserted(() -> assertThat(loads).hasValue(2));
    for (int i = 0; i < 100; i++) {
      snapshots.committed(ID, version.incrementAndGet(), List.of());
      assertThat(snapshots.loaded(ID, version.get())).as("without a wait").isNotNull();
      snapshots.confirm();
    }
    mayLoad.release();
    await().untilAsserted(() -> assertThat(present().isWorn()).isFalse());
    assertThat(present().version()).isEqualTo(101);
    snapshots.confirm();
    assertThat(loads).as("once").hasValue(2);
    assertThat(snapshots.failedLoads()).isZero();
  }

  @Test
  void itAnswersWhenItCannotBeLoadedAgain() {
    fails = true;
    assertThat(present().isWorn()).isTrue();
    snapshots.confirm();
    mayLoad.release();
    await().untilAsserted(() -> assertThat(loads).hasValue(2));
    version.incrementAndGet();
    assertThat(present().version()).isEqualTo(2);
    assertThat(snapshots.failing()).isZero();
  }
}

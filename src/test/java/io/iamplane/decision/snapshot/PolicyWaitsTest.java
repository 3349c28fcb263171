package io.iamplane.decision.snapshot;

import static io.iamplane.decision.snapshot.TestTenants.organization;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import io.iamplane.change.PolicyHistoryQuery.Present;
import io.iamplane.database.WaitingRoom;
import io.iamplane.decision.snapshot.Tenant.BackOff;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.wire.MustWaitException;
import io.iamplane.testing.EventLoop;
import io.quarkus.runtime.ShutdownEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for a policy holds a thread: few may wait, and none for a load that has just failed. */
@Timeout(15)
class PolicyWaitsTest {

  private static final int WAITING_PER_TENANT = 3;
  private static final int WAITING = 5;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - SECOND); // about to overflow
  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean fails;

  private volatile boolean succeeds;
  private volatile boolean freshAtLoad;
  private volatile Error error;
  private volatile long version = 1;
  private volatile boolean unreadable;
  private PolicySnapshots snapshots = snapshots(new WaitingRoom(WAITING_PER_TENANT, WAITING));

  private PolicySnapshots snapshots(WaitingRoom room) {
    return new PolicySnapshots(
        new Loader(),
        new ChangeApplier(new ObjectMapper()),
        new ChangeFollower(new Versions(), 2),
        new TestDecisionConfig(),
        TestDecisionConfig.NEVER,
        room,
        new MemoryBudget(1_000_000, 1_000_000, 4),
        now::get,
        Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
  }

  /** The versions in the database; their changes cannot always be read. */
  private final class Versions implements ChangeFollower.History {

    @Override
    public Present present(Collection<OrganizationId> organizations) {
      return new Present(
          organizations.stream().collect(Collectors.toMap(Function.identity(), _ -> version)),
          Instant.EPOCH);
    }

    @Override
    public TreeMap<Long, List<PolicyChange>> since(OrganizationId id, long known, int limit) {
      if (unreadable) {
        throw new IllegalStateException("the changes cannot be read");
      }
      TreeMap<Long, List<PolicyChange>> changes = new TreeMap<>();
      for (long next = known + 1; next <= version; next++) {
        changes.put(next, List.of());
      }
      return changes;
    }
  }

  /** Reads no table: it hangs, or fails. */
  private final class Loader extends SnapshotLoader {

    Loader() {
      super(null, null, null, null, null, null, null, null, null, null, null, null);
    }

    @Override
    Optional<TenantPolicy> load(OrganizationId id, long most) {
      loads.incrementAndGet();
      freshAtLoad = snapshots.isFresh();
      if (!fails) {
        try {
          end.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      if (succeeds) {
        return Optional.of(TestTenants.policy(id, 1));
      }
      if (error != null) {
        throw error;
      }
      throw new IllegalStateException("the load failed");
    }
  }

  @AfterEach
  void stop() {
    end.countDown();
    threads.shutdownNow();
    snapshots.stop();
  }

  @Test
  void anEventLoopWaitsForNoPolicy() {
    try (EventLoop loop = new EventLoop()) {
      assertThatThrownBy(() -> loop.call(() -> snapshots.await(organization(1), 0)))
          .hasCauseInstanceOf(MustWaitException.class);
    }
    assertThat(loads).hasValue(0);
  }

  /** Otherwise requests that find the policy, while the first one asks, are denied. */
  @Test
  void theDatabaseConfirmsBeforeTheFirstPolicyIsThere() {
    succeeds = true;
    end.countDown();
    assertThat(snapshots.isFresh()).isFalse();

    assertThat(snapshots.await(organization(1), 0)).isNotNull();

    assertThat(freshAtLoad).isTrue();
  }

  private Future<?> ask(int tenant) {
    return CompletableFuture.runAsync(
        () -> {
          waiting.incrementAndGet();
          assertThat(snapshots.await(organization(tenant), 0)).isNull();
          waiting.decrementAndGet();
        },
        threads);
  }

  @Test
  void ofATenantThatIsBeingLoadedFewRequestsWait() {
    for (int i = 0; i < 200; i++) {
      var _ = ask(1);
    }
    await().until(() -> waiting.get() == WAITING_PER_TENANT);
    await().until(() -> snapshots.waiting() == WAITING_PER_TENANT);
    await().until(() -> loads.get() > 0); // its thread may begin after those who wait for it
    assertThat(loads).as("one load for all").hasValue(1);
  }

  /** Before, all but sixteen of them were denied, as after each restart. */
  @Test
  void theFirstHundredRequestsOfATenantWaitForTheSameLoad() {
    succeeds = true;
    int many = DecisionConfig.WAITING_PER_TENANT;
    snapshots.stop();
    snapshots = snapshots(new WaitingRoom(many, DecisionConfig.WAITING));
    List<CompletableFuture<TenantPolicy>> first = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      first.add(CompletableFuture.supplyAsync(() -> snapshots.await(organization(1), 0), threads));
    }
    await().until(() -> snapshots.waiting() == many);
    CompletableFuture<TenantPolicy> other =
        CompletableFuture.supplyAsync(() -> snapshots.await(organization(2), 0), threads);
    await().until(() -> snapshots.waiting() == many + 1);
    end.countDown();
    assertThat(first).hasSize(100).allSatisfy(each -> assertThat(each.join()).isNotNull());
    assertThat(other.join()).as("another tenant waits, too").isNotNull();
    assertThat(loads).as("one for each tenant").hasValue(2);
  }

  @Test
  void ofAllTenantsNoMoreWaitThanLeaveThreadsForTheOthers() {
    for (int i = 0; i < 200; i++) {
      var _ = ask(i);
    }
    await().until(() -> waiting.get() == WAITING);
    await().until(() -> snapshots.waiting() == WAITING);
    end.countDown();
    await().until(() -> waiting.get() == 0);
    assertThat(snapshots.waiting()).isZero();
  }

  @Test
  void aLoadThatFailsIsNotRepeatedByEveryRequest() {
    fails = true;
    for (int i = 0; i < 100; i++) {
      assertThat(snapshots.await(organization(1), 0)).isNull();
    }
    assertThat(loads).hasValue(1);
    now.addAndGet(SECOND);
    snapshots.await(organization(1), 0);
    assertThat(loads).as("after a second").hasValue(2);
    now.addAndGet(SECOND);
    snapshots.await(organization(1), 0);
    assertThat(loads).as("then after two").hasValue(2);
    now.addAndGet(SECOND);
    snapshots.await(organization(1), 0);
    assertThat(loads).hasValue(3);
    snapshots.await(organization(2), 0);
    assertThat(loads).as("another tenant").hasValue(4);
  }

  /** Before, an Error of a load vanished: the tenant was denied everything, and nothing said so. */
  @Test
  void anErrorOfALoadIsLoggedCountedAndTriedAgain() {
    fails = true;
    error = new StackOverflowError("too deep");
    List<LogRecord> log = new CopyOnWriteArrayList<>();
    Handler listener = listener(log);
    Logger.getLogger(PolicySnapshots.class.getName()).addHandler(listener);
    try {
      assertThat(snapshots.await(organization(1), 0)).isNull();
      assertThat(snapshots.failedLoads()).isEqualTo(1);
      assertThat(snapshots.failing()).isEqualTo(1);
    } finally {
      Logger.getLogger(PolicySnapshots.class.getName()).removeHandler(listener);
    }
    assertThat(log)
        .singleElement()
        .satisfies(record -> {
          assertThat(record.getLevel().intValue()).isGreaterThanOrEqualTo(Level.SEVERE.intValue());
          assertThat(record.getThrown()).isSameAs(error);
        });
    error = null;
    fails = false;
    succeeds = true;
    end.countDown();
    now.addAndGet(SECOND);
    assertThat(snapshots.await(organization(1), 0)).isNotNull();
    assertThat(snapshots.failing()).isZero();
  }

  /** Before, only a load forgot it: the sixth one denied everything for half a minute. */
  @Test
  void aFailureThatHealedIsForgotten() {
    succeeds = true;
    end.countDown();
    assertThat(snapshots.await(organization(1), 0)).isNotNull();
    List<LogRecord> log = new CopyOnWriteArrayList<>();
    Handler listener = listener(log);
    Logger.getLogger(PolicySnapshots.class.getName()).addHandler(listener);
    try {
      for (int i = 1; i <= 6; i++) {
        snapshots.confirm(); // else it is stale after two seconds, which ends all pauses
        version = i + 1;
        unreadable = true;
        assertThat(snapshots.await(organization(1), version)).isNull();
        assertThat(snapshots.failing()).isEqualTo(1);
        assertThat(log).hasSize(i);

        unreadable = false;
        now.addAndGet(SECOND);
        assertThat(snapshots.await(organization(1), version)).as("failure %d", i).isNotNull();
        assertThat(snapshots.failing()).isZero();
      }
    } finally {
      Logger.getLogger(PolicySnapshots.class.getName()).removeHandler(listener);
    }
    assertThat(loads).as("followed, not loaded again").hasValue(1);
  }

  /** Its connection is closed, or the beans that it uses are gone: that is no failure. */
  @Test
  void whatTheEndCutsShortIsNotLogged() {
    error = new NoClassDefFoundError("gone");
    List<LogRecord> log = new CopyOnWriteArrayList<>();
    Handler listener = listener(log);
    Logger.getLogger(PolicySnapshots.class.getName()).addHandler(listener);
    try {
      Future<?> asked = ask(1);
      await().until(() -> loads.get() == 1);
      snapshots.end(new ShutdownEvent());
      await().until(asked::isDone);
    } finally {
      Logger.getLogger(PolicySnapshots.class.getName()).removeHandler(listener);
    }
    assertThat(log).isEmpty();
    assertThat(snapshots.failedLoads()).isZero();
  }

  private static Handler listener(List<LogRecord> log) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        log.add(record);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void theLongestPauseIsHalfAMinuteAndASuccessEndsIt() {
    BackOff backOff = new BackOff();
    for (int i = 0; i < 40; i++) {
      backOff.failed(now.get());
    }
    assertThat(backOff.isOver(now.get() + 30 * SECOND - 1)).isFalse();
    assertThat(backOff.isOver(now.get() + 30 * SECOND)).isTrue();
    backOff.reset();
    assertThat(backOff.isOver(now.get())).isTrue();
  }
}

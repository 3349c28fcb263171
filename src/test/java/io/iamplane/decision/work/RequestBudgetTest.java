package io.iamplane.decision.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.EventLoop;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A request's decisions end with its steps, its time, its client and its turn. */
class RequestBudgetTest {

  private static final OrganizationId ONE = new OrganizationId(new UUID(0, 1));
  private static final OrganizationId OTHER = new OrganizationId(new UUID(0, 2));
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10); // about to overflow
  private final AtomicBoolean gone = new AtomicBoolean();
  private final StepShares shares = new StepShares(now::get, 1_000_000);
  private final HeavyWork heavy = new HeavyWork(1, shares);

  private RequestBudget budget(OrganizationId organization) {
    return new RequestBudget(
        organization,
        new RequestBudget.Limits(10_000, 100_000, SECOND),
        now::get,
        heavy,
        gone::get);
  }

  @Test
  void allDecisionsTogetherHaveABudget() {
    try (RequestBudget budget = budget(ONE)) {
      for (int i = 0; i < 100; i++) {
        assertThat(budget.spend(1_000)).isTrue();
      }
      assertThat(budget.spend(1)).isFalse();
      assertThat(budget.isOver()).isTrue();
    }
  }

  @Test
  void theDeadlineEndsTheWork() {
    try (RequestBudget budget = budget(ONE)) {
      assertThat(budget.spend(5_000)).isTrue();
      now.addAndGet(SECOND);
      assertThat(budget.spend(5_000)).isFalse();
      assertThat(budget.isOver()).isTrue();
    }
  }

  @Test
  void aClosedConnectionEndsTheWork() {
    try (RequestBudget budget = budget(ONE)) {
      assertThat(budget.spend(5_000)).isTrue();
      gone.set(true);
      assertThat(budget.spend(5_000)).isFalse();
      assertThat(budget.isOver()).isTrue();
    }
  }

  /** For operations that hold a connection meanwhile. */
  @Test
  void aLookSeesTheTimeAndTheClientAndWaitsForNoTurn() {
    try (RequestBudget late = budget(ONE);
        RequestBudget left = budget(ONE);
        RequestBudget heavyOne = budget(OTHER)) {
      heavyOne.spend(RequestBudget.HEAVY_STEPS);
      assertThat(late.goesOn()).isTrue();
      gone.set(true);
      assertThat(left.goesOn()).isFalse();
      assertThat(left.isOver()).isTrue();
      gone.set(false);
      assertThat(left.goesOn()).isFalse();
      now.addAndGet(SECOND);
      assertThat(late.goesOn()).isFalse();
    }
  }

  /** It is over there and then, so that the same work can begin again where it may wait. */
  @Test
  void anEventLoopDoesLittleAndWaitsForNoTurn() throws Exception {
    try (EventLoop loop = new EventLoop();
        RequestBudget light = budget(ONE)) {
      boolean goesOn = loop.call(() -> light.spend(RequestBudget.LIGHT_STEPS - 1));
      assertThat(goesOn).isTrue();
      assertThat(light.mustWait()).isFalse();
      boolean beyond = loop.call(() -> light.spend(RequestBudget.LIGHT_STEPS));
      assertThat(beyond).isFalse();
      assertThat(light.mustWait()).isTrue();
    }
    assertThat(heavy.tenants()).isZero();
  }

  @Test
  void cheapRequestsNeedNoTurn() {
    try (RequestBudget expensive = budget(ONE);
        RequestBudget cheap = budget(ONE)) {
      assertThat(expensive.spend(RequestBudget.HEAVY_STEPS)).isTrue();
      assertThat(cheap.spend(RequestBudget.HEAVY_STEPS - 1)).isTrue();
    }
    assertThat(heavy.tenants()).isZero();
  }

  @Test
  void expensiveRequestsOfATenantTakeTurns() throws Exception {
    RequestBudget first = budget(ONE);
    assertThat(first.spend(RequestBudget.HEAVY_STEPS)).isTrue();
    CountDownLatch asked = new CountDownLatch(1);
    CompletableFuture<Boolean> second =
        CompletableFuture.supplyAsync(() -> {
          try (RequestBudget budget = budget(ONE)) {
            asked.countDown();
            return budget.spend(RequestBudget.HEAVY_STEPS);
          }
        });
    asked.await();
    assertThat(second.isDone()).isFalse();
    first.close();
    assertThat(second.get()).isTrue();
    assertThat(heavy.tenants()).isZero();
  }

  /** Before, the first kept its turn to the end of its request. */
  @Test
  void aTurnThatAnotherTenantWaitsForIsShared() throws Exception {
    RequestBudget first = budget(ONE);
    assertThat(first.spend(RequestBudget.HEAVY_STEPS)).isTrue();
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> second =
        CompletableFuture.supplyAsync(() -> {
          try (RequestBudget budget = budget(OTHER)) {
            boolean had = budget.spend(RequestBudget.HEAVY_STEPS);
            end.countDown();
            return had;
          }
        });
    await().until(heavy::isAwaited);
    now.addAndGet(RequestBudget.TURN_NANOS);
    assertThat(first.spend(10_000)).as("queues again behind the other").isTrue();
    assertThat(end.getCount()).isZero();
    assertThat(second.get()).isTrue();
    first.close();
    assertThat(heavy.tenants()).isZero();
  }

  /** Many requests below the size that needs a turn, which was free before. */
  @Test
  void beyondItsShareEveryRequestOfATenantNeedsATurn() throws Exception {
    for (int i = 0; i < 50; i++) {
      try (RequestBudget budget = budget(ONE).begin()) {
        assertThat(budget.spend(30_000)).isTrue();
      }
    }
    assertThat(heavy.enter(OTHER, () -> SECOND)).isTrue();
    CompletableFuture<Boolean> cheap =
        CompletableFuture.supplyAsync(() -> {
          try (RequestBudget budget = budget(ONE).begin()) {
            return budget.spend(1);
          }
        });
    await().until(heavy::isAwaited);
    heavy.leave(OTHER);
    assertThat(cheap.get()).isTrue();
    assertThat(heavy.isOverShare(OTHER)).as("others keep theirs").isFalse();
    now.addAndGet(SECOND);
    assertThat(heavy.isOverShare(ONE)).as("refilled by time").isFalse();
  }

  @Test
  void whoIsInterruptedWhileWaitingKeepsNothing() throws Exception {
    HeavyWork one = new HeavyWork(1, shares);
    assertThat(one.enter(OTHER, () -> SECOND)).isTrue();
    Thread waiter = Thread.startVirtualThread(() -> one.enter(ONE, () -> 60 * SECOND));
    await().until(one::isAwaited);
    waiter.interrupt();
    waiter.join();
    one.leave(OTHER);
    assertThat(one.enter(ONE, () -> 0)).isTrue();
    one.leave(ONE);
    assertThat(one.tenants()).isZero();
  }

  @Test
  void whoGetsNoTurnInTimeIsDeniedTheRest() {
    HeavyWork none = new HeavyWork(0, shares);
    assertThat(none.enter(ONE, () -> 1_000)).isFalse();
    assertThat(none.enter(OTHER, () -> 1_000)).isFalse();
    assertThat(none.tenants()).isZero();
  }
}

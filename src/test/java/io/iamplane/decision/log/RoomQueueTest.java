package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.log.LogShares.Share;
import io.iamplane.decision.log.RoomQueue.Outcome;
import io.iamplane.shared.OrganizationId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Requests wait for room in their client's order, and few of each. */
class RoomQueueTest {

  private static final long LONG = Duration.ofSeconds(30).toNanos();
  private static final Executor THREADS = Thread.ofVirtual()::start;

  private final LogShares shares = new LogShares(800);
  private final RoomQueue queue = new RoomQueue();
  private final AtomicBoolean away = new AtomicBoolean();
  private final Share share = shares.of(OrganizationId.next(), "one");

  @Test
  void roomThatComesFreeGoesToTheRequestThatWaits() {
    share.takeAnyway(800);
    CompletableFuture<Outcome> waiting = waiting(share, 100, LONG);
    await().until(() -> share.waiting().get() == 1);

    release(800);

    assertThat(waiting.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(Outcome.TAKEN);
    assertThat(shares.held()).isEqualTo(100);
    assertThat(share.waiting()).hasValue(0);
  }

  @Test
  void withoutRoomInTimeItIsBusyAndHoldsNothing() {
    share.takeAnyway(800);

    assertThat(queue.await(share, 100, away::get, 1_000_000)).isEqualTo(Outcome.BUSY);
    assertThat(shares.held()).isEqualTo(800);
    assertThat(share.waiting()).hasValue(0);
  }

  @Test
  void itWaitsNoLongerOnceNothingIsWritten() {
    share.takeAnyway(800);
    CompletableFuture<Outcome> waiting = waiting(share, 100, LONG);
    await().until(() -> share.waiting().get() == 1);

    away.set(true);
    queue.wake();

    assertThat(waiting.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(Outcome.AWAY);
  }

  @Test
  void oneClientHasFewThatWaitAndAnotherFindsAPlace() {
    share.takeAnyway(800);
    List<CompletableFuture<Outcome>> waiting = new ArrayList<>();
    for (int i = 0; i < RoomQueue.PER_CLIENT; i++) {
      waiting.add(waiting(share, 10, LONG));
    }
    await().until(() -> share.waiting().get() == RoomQueue.PER_CLIENT);

    assertThat(queue.await(share, 10, away::get, LONG)).as("one more").isEqualTo(Outcome.BUSY);
    Share other = shares.of(OrganizationId.next(), "other");
    CompletableFuture<Outcome> first = waiting(other, 10, LONG);
    await().until(() -> other.waiting().get() == 1);

    release(800);
    waiting.add(first);
    assertThat(waiting)
        .allSatisfy(each ->
            assertThat(each.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(Outcome.TAKEN));
  }

  @Test
  void allTogetherAreBoundedButForTheFirstOfAClient() {
    share.takeAnyway(800);
    List<Share> clients = new ArrayList<>();
    for (int i = 0; i < RoomQueue.IN_ALL / RoomQueue.PER_CLIENT; i++) {
      Share client = shares.of(OrganizationId.next(), "client");
      clients.add(client);
      for (int j = 0; j < RoomQueue.PER_CLIENT; j++) {
        var unused = waiting(client, 1, LONG);
      }
      await().until(() -> client.waiting().get() == RoomQueue.PER_CLIENT);
    }
    Share next = shares.of(OrganizationId.next(), "next");
    CompletableFuture<Outcome> first = waiting(next, 1, LONG);
    await().until(() -> next.waiting().get() == 1);

    assertThat(queue.await(next, 1, away::get, LONG)).as("its second").isEqualTo(Outcome.BUSY);

    release(800);
    assertThat(first.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo(Outcome.TAKEN);
    await().until(() -> clients.stream().allMatch(each -> each.waiting().get() == 0));
  }

  private CompletableFuture<Outcome> waiting(Share client, long bytes, long nanos) {
    return CompletableFuture.supplyAsync(
        () -> queue.await(client, bytes, away::get, nanos), THREADS);
  }

  private void release(long bytes) {
    share.giveBack(bytes);
    queue.wake();
  }
}

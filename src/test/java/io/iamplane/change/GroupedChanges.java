package io.iamplane.change;

import static org.awaitility.Awaitility.await;

import io.iamplane.database.Transactions;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Changes that wait for one another, so that it is known who shares a transaction with whom. */
@ApplicationScoped
public class GroupedChanges {

  private static final int PLACES = 1_000;

  private final Changes changes;
  private final Transactions transactions;
  private final TenantLocks locks;
  private final ChangeSealer sealer;

  /** Time stands still: how long a group takes is no matter of most tests. */
  private static final Ticker STILL = () -> 0;

  GroupedChanges(
      Changes changes, Transactions transactions, TenantLocks locks, ChangeSealer sealer) {
    this.changes = changes;
    this.transactions = transactions;
    this.locks = locks;
    this.sealer = sealer;
  }

  /** What came of one change. */
  public record Outcome(@Nullable Object value, @Nullable Throwable failure) {

    private static Outcome of(Future<?> future) throws InterruptedException {
      try {
        return new Outcome(future.get(), null);
      } catch (ExecutionException e) {
        return new Outcome(null, e.getCause());
      }
    }
  }

  /** Changes through a door of their own. */
  public Changes ofSize(int groupSize, int leaders) {
    return through(new WaitingRoom(PLACES, PLACES), groupSize, leaders, STILL);
  }

  private Changes through(WaitingRoom room, int groupSize, int leaders, Ticker ticker) {
    WriterLines lines = new WriterLines(leaders, Duration.ofSeconds(20), room);
    return changes.through(new WriterTurns(transactions, locks, sealer, ticker, groupSize, lines));
  }

  /**
   * Makes changes while the first of them is held up, so that all others wait in their order.
   *
   * @param bodies of the changes; the first one is held up before it begins
   */
  public List<Outcome> together(
      Caller caller,
      OrganizationId organization,
      int groupSize,
      List<Function<Recording, ?>> bodies)
      throws InterruptedException {
    return together(caller, organization, groupSize, STILL, bodies);
  }

  /** As the other form, with a time that groups look at before each further change. */
  List<Outcome> together(
      Caller caller,
      OrganizationId organization,
      int groupSize,
      Ticker ticker,
      List<Function<Recording, ?>> bodies)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    WaitingRoom room = new WaitingRoom(PLACES, PLACES);
    Changes door = through(room, groupSize, 1, ticker);
    List<Future<?>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        futures.add(
            threads.submit(() ->
                door.record(
                    Change.policy(
                        caller,
                        organization,
                        recording -> {
                          begun.countDown();
                          uninterrupted(goOn);
                          return bodies.getFirst().apply(recording);
                        }))));
        begun.await();
        for (Function<Recording, ?> body : bodies.subList(1, bodies.size())) {
          int waiting = room.size();
          Supplier<?> change = () -> door.record(Change.policy(caller, organization, body::apply));
          futures.add(threads.submit(change::get));
          await().until(() -> room.size() > waiting);
        }
      } finally {
        goOn.countDown();
      }
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<?> future : futures) {
        outcomes.add(Outcome.of(future));
      }
      return outcomes;
    }
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.iamplane.change;

import static org.awaitility.Awaitility.await;

import io.iamplane.database.CombinedWrites;
import io.iamplane.database.Transactions;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Changes that wait for one another, with known transactions. */
@ApplicationScoped
public class GroupedChanges {

  private static final int PLACES = 1_000;
  private static final Duration SOON = Duration.ofMillis(1);

  private final Changes changes;
  private final Transactions transactions;
  private final BatchWriter batches;
  private final CombinedWrites combined;

  GroupedChanges(
      Changes changes, Transactions transactions, BatchWriter batches, CombinedWrites combined) {
    this.changes = changes;
    this.transactions = transactions;
    this.batches = batches;
    this.combined = combined;
  }

  public record Outcome(@Nullable Object value, @Nullable Throwable failure) {

    static Outcome of(Future<?> future) throws InterruptedException {
      try {
        return new Outcome(future.get(), null);
      } catch (ExecutionException e) {
        return new Outcome(null, e.getCause());
      }
    }
  }

  /** Changes through a door of their own, with so many batches of a tenant at a time. */
  public Changes ofSize(int groupSize, int leaders) {
    return writtenBy(combined, groupSize, leaders);
  }

  /** Changes that are written with those of other tenants in another way. */
  Changes writtenBy(CombinedWrites others, int groupSize, int leaders) {
    return through(others, new WaitingRoom(PLACES, PLACES), groupSize, leaders);
  }

  private Changes through(CombinedWrites others, WaitingRoom room, int groupSize, int leaders) {
    WriteQueue queue = new WriteQueue(leaders, Duration.ofSeconds(20), room);
    return changes.through(
        new TenantWriter(transactions, batches.with(others, queue), queue, () -> groupSize));
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
    return together(caller, organization, groupSize, bodies, _ -> {});
  }

  /** The same; once all wait, something else is done with their threads. */
  List<Outcome> together(
      Caller caller,
      OrganizationId organization,
      int groupSize,
      List<Function<Recording, ?>> bodies,
      Consumer<List<Thread>> meanwhile)
      throws InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<?> future : begun(threads, caller, organization, groupSize, bodies, meanwhile)) {
        outcomes.add(Outcome.of(future));
      }
    }
    return outcomes;
  }

  private List<Future<?>> begun(
      ExecutorService threads,
      Caller caller,
      OrganizationId organization,
      int groupSize,
      List<Function<Recording, ?>> bodies,
      Consumer<List<Thread>> meanwhile)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    WaitingRoom room = new WaitingRoom(PLACES, PLACES);
    Changes door = through(combined, room, groupSize, 1);
    List<Thread> writers = new CopyOnWriteArrayList<>();
    List<Future<?>> futures = new ArrayList<>();
    // The first that begins is held up; that is another one when the first fails before.
    Function<Function<Recording, ?>, Function<Recording, ?>> held =
        body ->
            recording -> {
              begun.countDown();
              uninterrupted(goOn);
              return body.apply(recording);
            };
    AtomicInteger ended = new AtomicInteger();
    try {
      for (Function<Recording, ?> body : bodies) {
        Change<?> change = Change.policyOverFacts(caller, organization, held.apply(body)::apply);
        futures.add(
            threads.submit(() -> {
              writers.add(Thread.currentThread());
              try {
                return door.record(change);
              } finally {
                ended.incrementAndGet();
                begun.countDown();
              }
            }));
        begun.await();
        int others = futures.size() - 1;
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(SOON)
            .until(() -> room.size() + ended.get() >= others);
      }
      meanwhile.accept(writers);
    } finally {
      goOn.countDown();
    }
    return futures;
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

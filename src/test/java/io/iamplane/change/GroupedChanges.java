package io.iamplane.change;

import static org.awaitility.Awaitility.await;

import io.iamplane.change.WriterTurns.Bounds;
import io.iamplane.database.CombinedWrites;
import io.iamplane.database.Transactions;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
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
  private final TenantLocks locks;
  private final ChangeSealer sealer;
  private final ExpectedTenants expected;
  private final CombinedWrites combined;
  private final TransactionManager manager;

  /** Time stands still: how long a group takes is no matter of most tests. */
  private static final Ticker STILL = () -> 0;

  GroupedChanges(
      Changes changes,
      Transactions transactions,
      TenantLocks locks,
      ChangeSealer sealer,
      ExpectedTenants expected,
      CombinedWrites combined,
      TransactionManager manager) {
    this.changes = changes;
    this.transactions = transactions;
    this.locks = locks;
    this.sealer = sealer;
    this.expected = expected;
    this.combined = combined;
    this.manager = manager;
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

  /**
   * The conditions for a line of changes.
   *
   * @param bounds the bounds of its groups
   * @param ticker the time that groups read before each further change
   * @param seconds the limit of their transactions; 0: the usual one
   * @param meanwhile receives the thread of each change once all wait
   */
  record Terms(Bounds bounds, Ticker ticker, int seconds, Consumer<List<Thread>> meanwhile) {

    static Terms of(int groupSize) {
      return new Terms(Bounds.of(groupSize), STILL, 0, _ -> {});
    }

    Terms in(Ticker time) {
      return new Terms(bounds, time, seconds, meanwhile);
    }

    Terms lasting(int most) {
      return new Terms(bounds, ticker, most, meanwhile);
    }

    Terms patient(Duration patience) {
      return new Terms(
          new Bounds(bounds.size(), bounds.time(), patience), ticker, seconds, meanwhile);
    }

    Terms whileAllWait(Consumer<List<Thread>> doing) {
      return new Terms(bounds, ticker, seconds, doing);
    }
  }

  /** Writes the postponed rows of the changes before the present one, as an erasure does. */
  void writeOpen() {
    changes.writeOpen();
  }

  /** Changes through a door of their own. */
  public Changes ofSize(int groupSize, int leaders) {
    return through(combined, new WaitingRoom(PLACES, PLACES), leaders, Terms.of(groupSize));
  }

  /** Changes that are written with those of other tenants in another way. */
  Changes writtenBy(CombinedWrites others, int groupSize, int leaders) {
    return through(others, new WaitingRoom(PLACES, PLACES), leaders, Terms.of(groupSize));
  }

  private Changes through(CombinedWrites others, WaitingRoom room, int leaders, Terms terms) {
    WriterLines lines = new WriterLines(leaders, Duration.ofSeconds(20), room, STILL);
    return changes.through(
        new WriterTurns(
            transactions, locks, sealer, expected, others, terms.ticker(), terms.bounds(), lines));
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
    return together(caller, organization, Terms.of(groupSize), bodies);
  }

  List<Outcome> together(
      Caller caller, OrganizationId organization, Terms terms, List<Function<Recording, ?>> bodies)
      throws InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<?> future : begun(threads, caller, organization, terms, bodies)) {
        outcomes.add(Outcome.of(future));
      }
    }
    return outcomes;
  }

  /** The changes on their way, once all of them waited. */
  List<Future<?>> begun(
      ExecutorService threads,
      Caller caller,
      OrganizationId organization,
      Terms terms,
      List<Function<Recording, ?>> bodies)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    WaitingRoom room = new WaitingRoom(PLACES, PLACES);
    Changes door = through(combined, room, 1, terms);
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
        Change<?> change = Change.policy(caller, organization, held.apply(body)::apply);
        futures.add(
            threads.submit(() -> {
              writers.add(Thread.currentThread());
              limit(terms.seconds());
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
      terms.meanwhile().accept(writers);
    } finally {
      goOn.countDown();
    }
    return futures;
  }

  private void limit(int seconds) {
    try {
      manager.setTransactionTimeout(seconds);
    } catch (SystemException e) {
      throw new IllegalStateException(e);
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

package io.iamplane.database;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks the database for all waiting callers at once, as for one of them. Callers who come while
 * others' questions are asked go together after that; no group waits to fill. A question is asked
 * only after its caller came, so that an answer is as true as one of its own. A thread of the
 * system asks: on a virtual one each answer of the database would wait behind requests that
 * compute, and all callers with it. If the database is unavailable, all questions of the group
 * fail; after any other failure each caller asks alone, on its own share of the pool. The same
 * happens if no connection for groups comes free. Each network has a bounded number of places in
 * the line.
 *
 * @param <Q> a question; small, and not expensive by itself
 */
public final class GroupedCalls<Q, A> {

  private static final Logger LOG = Logger.getLogger(GroupedCalls.class);

  private static final int MOST_TOGETHER = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Far more than wait while the database is well. */
  private static final int MOST_WAITING = 2_000;

  private static final int OF_ONE_NETWORK = 500;

  private final Executor threads;
  private final Supplier<PoolShares.@Nullable Share> connection;
  private final Function<List<Q>, List<A>> askForAll;
  private final Function<Q, A> askAlone;
  private final Supplier<String> network;
  private final Duration patience;

  /** Made beforehand: there may be no memory for it later. */
  private final Supplier<A> lost =
      failing(
          IamException.dependencyUnavailable(
              WriteOutcome.UNKNOWN,
              new IllegalStateException("the thread that runs grouped database queries failed")));

  private final WaitingRoom room = new WaitingRoom(OF_ONE_NETWORK, MOST_WAITING);
  private final Deque<Waiting<Q, A>> line = new ArrayDeque<>();
  private boolean asking;

  /**
   * Creates groups of reads.
   *
   * @param ask answers questions in their order: there is no transaction around it
   */
  public static <Q, A> GroupedCalls<Q, A> reading(
      Transactions transactions, Function<List<Q>, List<A>> ask) {
    return new GroupedCalls<>(transactions, PoolShares.Group.READS, ask);
  }

  /**
   * Creates groups of writes, one statement each. Reads have another connection.
   *
   * @param ask answers questions in their order: there is no transaction around it
   */
  public static <Q, A> GroupedCalls<Q, A> writing(
      Transactions transactions, Function<List<Q>, List<A>> ask) {
    return new GroupedCalls<>(transactions, PoolShares.Group.WRITES, ask);
  }

  private GroupedCalls(
      Transactions transactions, PoolShares.Group group, Function<List<Q>, List<A>> ask) {
    this(
        Executors.newCachedThreadPool(
            Thread.ofPlatform()
                .daemon()
                .inheritInheritableThreadLocals(false)
                .name("iam-grouped-calls-", 0)
                .factory()),
        () -> transactions.enterGroup(group),
        questions -> transactions.autoCommit(() -> ask.apply(questions)),
        question -> transactions.autoCommit(() -> ask.apply(List.of(question)).getFirst()),
        () -> transactions.networkOfGroup(),
        PATIENCE);
  }

  GroupedCalls(
      Executor threads,
      Supplier<PoolShares.@Nullable Share> connection,
      Function<List<Q>, List<A>> askForAll,
      Function<Q, A> askAlone,
      Supplier<String> network,
      Duration patience) {
    this.threads = threads;
    this.connection = connection;
    this.askForAll = askForAll;
    this.askAlone = askAlone;
    this.network = network;
    this.patience = patience;
  }

  /**
   * A question in line.
   *
   * @param turn gives the answer, throws the failure of the whole group, or asks alone, on the
   *     caller's thread
   */
  private record Waiting<Q, A>(Q question, CompletableFuture<Supplier<A>> turn) {}

  /**
   * The answer to a question. Waits: off the event loop only, and on no connection of its own.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when the turn did not come in time,
   *     TOO_MANY_REQUESTS when too many wait: the question was not asked then
   * @throws RuntimeException as the asking threw it
   */
  public A call(Q question) {
    return turn(question).get();
  }

  private Supplier<A> turn(Q question) {
    String sender = network.get();
    if (!room.enter(sender)) {
      throw PoolShares.tooMany(
          "Too many requests from your network are waiting for the database. Try again later.");
    }
    try {
      Waiting<Q, A> own = new Waiting<>(question, new CompletableFuture<>());
      if (enter(own)) {
        start();
      }
      return await(own);
    } finally {
      room.leave(sender);
    }
  }

  int waiting() {
    synchronized (line) {
      return line.size();
    }
  }

  /** Joins the line; true if no thread asks. */
  private boolean enter(Waiting<Q, A> own) {
    synchronized (line) {
      line.add(own);
      boolean first = !asking;
      asking = true;
      return first;
    }
  }

  private void start() {
    try {
      threads.execute(this::askAll);
    } catch (RuntimeException | Error e) {
      giveUp(e);
    }
  }

  private Supplier<A> await(Waiting<Q, A> own) {
    try {
      return own.turn().get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      synchronized (line) {
        if (line.remove(own)) {
          throw IamException.dependencyUnavailable(
              new IllegalStateException(
                  "a database query did not get its turn within " + patience));
        }
      }
      // It was taken along: what the answer did must not be denied.
      return own.turn().join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a turn failed unexpectedly", e);
    }
  }

  private void askAll() {
    try {
      while (isWanted()) {
        askTogether();
      }
    } catch (RuntimeException | Error e) {
      giveUp(e);
    }
  }

  /** Returns false once no question is in line: the next caller starts another thread. */
  private boolean isWanted() {
    synchronized (line) {
      asking = !line.isEmpty();
      return asking;
    }
  }

  private void askTogether() {
    List<Waiting<Q, A>> together = new ArrayList<>();
    List<Supplier<A>> turns = List.of();
    try (PoolShares.@Nullable Share share = connection.get()) {
      take(MOST_TOGETHER, together);
      turns = share == null ? alone(together) : ask(together);
    } finally {
      complete(together, turns);
    }
  }

  private void take(int most, List<Waiting<Q, A>> into) {
    synchronized (line) {
      while (into.size() < most && !line.isEmpty()) {
        into.add(line.peek());
        line.remove();
      }
    }
  }

  private void complete(List<Waiting<Q, A>> together, List<Supplier<A>> turns) {
    for (int i = 0; i < together.size(); i++) {
      together.get(i).turn().complete(i < turns.size() ? turns.get(i) : lost);
    }
  }

  /** Ends the waiting of all in line, whom no thread would answer. */
  private void giveUp(Throwable reason) {
    List<Waiting<Q, A>> rest = new ArrayList<>();
    synchronized (line) {
      asking = false;
      take(Integer.MAX_VALUE, rest);
    }
    complete(rest, List.of());
    LOG.error("the thread that runs grouped database queries failed", reason);
  }

  private List<Supplier<A>> ask(List<Waiting<Q, A>> together) {
    try {
      List<A> answers = askForAll.apply(together.stream().map(Waiting::question).toList());
      return answers.stream().<Supplier<A>>map(answer -> () -> answer).toList();
    } catch (RuntimeException e) {
      // One of them may be the reason: no fault of the others.
      return together.size() > 1 && !isUnavailable(e)
          ? alone(together)
          : Collections.nCopies(together.size(), failing(e));
    }
  }

  private List<Supplier<A>> alone(List<Waiting<Q, A>> together) {
    return together.stream()
        .<Supplier<A>>map(each -> () -> askAlone.apply(each.question()))
        .toList();
  }

  private static <A> Supplier<A> failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private static boolean isUnavailable(RuntimeException failure) {
    return failure instanceof IamException refusal
        && refusal.code() == ErrorCode.DEPENDENCY_UNAVAILABLE;
  }
}

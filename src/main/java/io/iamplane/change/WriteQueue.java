package io.iamplane.change;

import io.iamplane.database.TurnOrder;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WriteOutcome;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue of writers for each tenant. One of them has the turn to carry its change out in memory,
 * or a few have a transaction. The others wait in memory, without anything that another tenant
 * needs; their callers take turns, and their number and time are bounded. Batches of changes follow
 * one another to the database.
 */
@Singleton
class WriteQueue {

  /** Transactions of one tenant that write: one holds its lock, one is next. */
  static final int TRANSACTIONS = 2;

  private static final Duration DEADLINE = Duration.ofSeconds(5);

  private final int transactions;
  private final Duration deadline;
  private final WaitingRoom room;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<OrganizationId, Line> lines = new HashMap<>();

  @Inject
  WriteQueue(WaitingRoom room) {
    this(TRANSACTIONS, DEADLINE, room);
  }

  WriteQueue(int transactions, Duration deadline, WaitingRoom room) {
    this.transactions = transactions;
    this.deadline = deadline;
    this.room = room;
  }

  enum Kind {
    /** A change in memory, in a batch with others. */
    TOGETHER,
    /** A transaction of its own; no batch is under way meanwhile. */
    ALONE,
    /** The same for a change that had a turn before: goes first, and needs no place in the room. */
    AGAIN
  }

  private record Waiter(Kind kind, Semaphore granted) {}

  private static final class Line {

    private final TurnOrder<Waiter> waiting = new TurnOrder<>();
    private final Deque<Waiter> repeating = new ArrayDeque<>();
    private final Deque<Batch> writing = new ArrayDeque<>();
    private final Condition moved;
    private @Nullable Batch open;
    private boolean isTaken;

    /** The number of writers with a transaction of their own. */
    private int alone;

    Line(Condition moved) {
      this.moved = moved;
    }

    private @Nullable Waiter first() {
      return repeating.isEmpty() ? waiting.peek() : repeating.peek();
    }

    private void removeFirst() {
      if (repeating.isEmpty()) {
        waiting.next();
      } else {
        repeating.remove();
      }
    }

    /** Returns true if the rows of all closed batches are written. */
    private boolean isNextFree() {
      return writing.stream().allMatch(Batch::isWritten);
    }

    private boolean isOver() {
      return !isTaken && alone == 0 && open == null && writing.isEmpty() && first() == null;
    }
  }

  /**
   * Waits for the turn. {@link #giveBack} ends one of a change in memory, {@link #ended} that of a
   * transaction.
   *
   * @param caller takes turns with the organization's other callers
   * @throws IamException TOO_MANY_REQUESTS if too many wait, CONFLICT if no turn came in time or
   *     the thread was interrupted; nothing was applied
   */
  void take(OrganizationId organization, SubjectRef caller, Kind kind) {
    Waiter waiter = new Waiter(kind, new Semaphore(0));
    boolean isInRoom = false;
    lock.lock();
    try {
      Line line = lines.computeIfAbsent(organization, _ -> new Line(lock.newCondition()));
      if (kind == Kind.AGAIN) {
        line.repeating.add(waiter);
      } else if (line.first() == null && mayBegin(line, kind)) {
        begin(line, kind);
        return;
      } else {
        isInRoom = room.enter(organization);
        if (!isInRoom) {
          throw notApplied(
              IamException.tooMany(
                  "Too many changes to this organization are waiting. Try again later.", 1));
        }
        line.waiting.join(caller, waiter);
      }
      callNext(organization, line);
    } finally {
      lock.unlock();
    }
    try {
      if (!WaitingRoom.isGranted(waiter.granted, deadline)
          && hasLeft(organization, caller, waiter)) {
        throw notApplied(
            IamException.conflict("Other changes to this organization took too long. Try again."));
      }
    } finally {
      if (isInRoom) {
        room.leave(organization);
      }
    }
  }

  private boolean mayBegin(Line line, Kind kind) {
    if (line.isTaken) {
      return false;
    }
    return kind == Kind.TOGETHER
        ? line.alone == 0 && (line.open == null || line.open.hasRoom())
        : line.alone < transactions && line.open == null && line.writing.isEmpty();
  }

  private static void begin(Line line, Kind kind) {
    if (kind == Kind.TOGETHER) {
      line.isTaken = true;
    } else {
      line.alone++;
    }
  }

  private static IamException notApplied(IamException refusal) {
    return refusal.with("outcome", WriteOutcome.NOT_APPLIED.wire());
  }

  /** Leaves the queue; false when the turn came at that very moment, which is then taken. */
  private boolean hasLeft(OrganizationId organization, SubjectRef caller, Waiter waiter) {
    lock.lock();
    try {
      Line line = lines.get(organization);
      if (line == null || !(line.repeating.remove(waiter) || line.waiting.leave(caller, waiter))) {
        return false;
      }
      callNext(organization, line);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void callNext(OrganizationId organization, Line line) {
    Waiter next = line.first();
    while (next != null && mayBegin(line, next.kind)) {
      line.removeFirst();
      begin(line, next.kind);
      next.granted.release();
      next = line.first();
    }
    if (line.isNextFree()) {
      line.moved.signalAll();
    }
    if (line.isOver()) {
      lines.remove(organization);
    }
  }

  /** Ends a transaction of its own. */
  void ended(OrganizationId organization) {
    withLine(
        organization,
        line -> {
          line.alone--;
          callNext(organization, line);
        });
  }

  /** Ends the turn of a change in memory: the next writer has it. */
  void giveBack(OrganizationId organization) {
    withLine(
        organization,
        line -> {
          line.isTaken = false;
          callNext(organization, line);
        });
  }

  /** The batch that the writer with the turn may join; null if absent. */
  @Nullable Batch joinable(OrganizationId organization) {
    lock.lock();
    try {
      return line(organization).open;
    } finally {
      lock.unlock();
    }
  }

  /** Lets the next writers join a batch; by the writer with the turn. */
  void open(Batch batch) {
    withLine(batch.organization(), line -> line.open = batch);
  }

  /**
   * Waits until the batches before are on their way to the database in their order; takes the turn,
   * after which no writer joins the batch any more.
   *
   * @throws IllegalStateException if that takes too long; an interrupt that came meanwhile is on
   *     the thread
   */
  void close(Batch batch, Duration most) {
    withLine(
        batch.organization(),
        line -> {
          boolean isReady =
              waited(
                  line,
                  most,
                  () -> !line.isTaken && line.isNextFree() && line.writing.size() < transactions);
          line.open = null;
          line.writing.add(batch);
          if (!isReady) {
            throw new IllegalStateException("the earlier changes were not written in time");
          }
          line.isTaken = true;
          batch.taken(true);
        });
  }

  /** Waits, with the turn, until no batch is under way. */
  void awaitEarlier(OrganizationId organization, Duration most) {
    withLine(
        organization,
        line -> {
          if (!waited(line, most, line.writing::isEmpty)) {
            throw IamException.dependencyUnavailable(
                new IllegalStateException("the earlier changes were not committed in time"));
          }
        });
  }

  private static boolean waited(Line line, Duration most, BooleanSupplier condition) {
    long left = most.toNanos();
    boolean isInterrupted = false;
    while (!condition.getAsBoolean() && left > 0) {
      try {
        left = line.moved.awaitNanos(left);
      } catch (InterruptedException e) {
        // Others wait for the batch.
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return condition.getAsBoolean();
  }

  /** Gives the turn of a closed batch back: the end of its changes is known. */
  void sealed(Batch batch) {
    withLine(
        batch.organization(),
        _ -> {
          if (batch.taken(false)) {
            giveBack(batch.organization());
          }
        });
  }

  /** Lets the next batch follow: the rows of this one are written and about to be committed. */
  void written(Batch batch) {
    withLine(
        batch.organization(),
        line -> {
          batch.written();
          line.moved.signalAll();
        });
  }

  /** Ends a batch, committed or not. */
  void end(Batch batch) {
    withLine(
        batch.organization(),
        line -> {
          line.writing.remove(batch);
          if (batch.equals(line.open)) {
            line.open = null;
          }
          if (batch.taken(false)) {
            line.isTaken = false;
          }
          callNext(batch.organization(), line);
        });
  }

  int waiting(OrganizationId organization) {
    lock.lock();
    try {
      Line line = lines.get(organization);
      return line == null ? 0 : line.waiting.size() + line.repeating.size();
    } finally {
      lock.unlock();
    }
  }

  /** Does work under the lock, on the line of a writer that has a turn or a batch. */
  private void withLine(OrganizationId organization, Consumer<Line> work) {
    lock.lock();
    try {
      work.accept(line(organization));
    } finally {
      lock.unlock();
    }
  }

  private Line line(OrganizationId organization) {
    return Objects.requireNonNull(lines.get(organization), "no writer has the turn");
  }
}

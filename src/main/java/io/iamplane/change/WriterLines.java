package io.iamplane.change;

import io.iamplane.change.PendingWrite.Way;
import io.iamplane.database.PoolConfig;
import io.iamplane.database.TurnOrder;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.Ticker;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A line of writers for each tenant. A few of them lead: they have a transaction. One leader
 * gathers: its group takes other writers along. The leaders before it write or commit their groups.
 * All others wait in memory, without anything that another tenant needs, until they lead or join a
 * group; their callers take turns, and their number and time are bounded.
 */
@Singleton
class WriterLines {

  private final int leaders;
  private final Duration deadline;
  private final WaitingRoom room;
  private final Ticker ticker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<OrganizationId, Line> lines = new HashMap<>();

  @Inject
  WriterLines(PoolConfig connections, WaitingRoom room, Ticker ticker) {
    this(connections.writersPerTenant(), connections.writerDeadline(), room, ticker);
  }

  /**
   * Opens the lines.
   *
   * @param leaders how many of a tenant lead at a time
   * @param deadline how long a writer waits
   * @param room bounds how many wait
   */
  WriterLines(int leaders, Duration deadline, WaitingRoom room, Ticker ticker) {
    this.leaders = leaders;
    this.deadline = deadline;
    this.room = room;
    this.ticker = ticker;
  }

  /** A writer in the line. */
  static final class Waiter {

    private final Semaphore granted = new Semaphore(0);
    private volatile Turn turn = new Turn.Late();
    private volatile boolean refused;

    /** Passes the transaction on to this writer, which has left the line and waits for it. */
    void join(WriterTurns.Joint joint) {
      grant(new Turn.Join(joint));
    }

    /** Ends the wait of this writer: no turn comes. */
    void refuse() {
      refused = true;
      granted.release();
    }

    private void grant(Turn given) {
      turn = given;
      granted.release();
    }
  }

  private static final class Line {
    private int leading;
    private @Nullable Leadership gathering;
    private final Deque<Leadership> writing = new ArrayDeque<>();

    /** The number of leaders that are locking the tenant without an expectation. */
    private int locking;

    /** The number of such locks so far. */
    private long lockings;

    private final TurnOrder<Waiter> waiting = new TurnOrder<>();
    private final Deque<Waiter> repeating = new ArrayDeque<>();
  }

  /** The progress of a leader's group. */
  private enum Phase {
    /** In memory, so that no other one is to begin. */
    GATHERING,
    /** At the database, to lock the tenant as it finds it; still takes others along. */
    LOCKING,
    WRITING,
    COMMITTING,
    OVER
  }

  /** One leader's turn. */
  static final class Leadership {

    private final OrganizationId organization;
    private final boolean isBesideLocking;
    private final long lockingsBefore;
    private Phase phase = Phase.GATHERING;
    private @Nullable Thread idle;

    private Leadership(OrganizationId organization, Line line) {
      this.organization = organization;
      this.isBesideLocking = line.locking > 0;
      this.lockingsBefore = line.lockings;
    }

    OrganizationId organization() {
      return organization;
    }
  }

  /**
   * Waits for a turn.
   *
   * @param caller takes turns with the organization's other callers
   * @param way a writer with ALONE leads, and goes first; a repeated write needs no other place in
   *     the room
   */
  Turn take(OrganizationId organization, SubjectRef caller, Way way) {
    Waiter waiter = new Waiter();
    boolean isInRoom = false;
    lock.lock();
    try {
      Line line = lines.computeIfAbsent(organization, _ -> new Line());
      if (mayLead(line)) {
        return lead(organization, line);
      }
      if (way == Way.FIRST) {
        isInRoom = room.enter(organization);
        if (!isInRoom) {
          return new Turn.Full();
        }
      }
      if (way == Way.ALONE) {
        line.repeating.add(waiter);
      } else {
        line.waiting.join(caller, waiter);
      }
      wake(line);
    } finally {
      lock.unlock();
    }
    try {
      boolean late = !granted(waiter) && left(organization, caller, waiter);
      return late ? new Turn.Late() : turn(waiter);
    } finally {
      if (isInRoom) {
        room.leave(organization);
      }
    }
  }

  private boolean mayLead(Line line) {
    return line.leading < leaders && line.gathering == null;
  }

  private static Turn.Lead lead(OrganizationId organization, Line line) {
    Leadership leadership = new Leadership(organization, line);
    line.leading++;
    line.gathering = leadership;
    return new Turn.Lead(leadership);
  }

  /**
   * Takes the next writer out of the line for a group. While none waits and the group before is
   * being written, which this one has to wait for anyway, waits for one to come.
   *
   * @param most how long to wait
   * @return null when no writer waits that may join the group; an interrupt that came meanwhile is
   *     on the thread
   */
  @Nullable Waiter next(Leadership gathering, Duration most) {
    lock.lock();
    try {
      Line line = line(gathering);
      waitWhile(gathering, most, () -> isIdle(gathering, line));
      return line.waiting.isEmpty() || !line.repeating.isEmpty() ? null : line.waiting.next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the groups before are written. They may still be on their way to the lock of the
   * tenant, and must not be overtaken.
   *
   * @param most how long to wait; an interrupt that came meanwhile is on the thread
   * @return false when some of them still are not
   */
  boolean follow(Leadership leadership, Duration most) {
    lock.lock();
    try {
      Line line = line(leadership);
      waitWhile(leadership, most, () -> isBehind(leadership, line));
      return !isBehind(leadership, line);
    } finally {
      lock.unlock();
    }
  }

  private static boolean isIdle(Leadership gathering, Line line) {
    return line.waiting.isEmpty() && line.repeating.isEmpty() && isBehind(gathering, line);
  }

  private static boolean isBehind(Leadership leadership, Line line) {
    return leadership.phase != Phase.LOCKING
        && !line.writing.isEmpty()
        && line.writing.getFirst() != leadership;
  }

  /**
   * Returns true if another group of the tenant was locking it without an expectation when this one
   * began, or has done so since: the resulting state cannot be expected.
   */
  boolean isOvertaken(Leadership leadership) {
    lock.lock();
    try {
      return leadership.isBesideLocking || line(leadership).lockings != leadership.lockingsBefore;
    } finally {
      lock.unlock();
    }
  }

  private void waitWhile(Leadership leadership, Duration most, BooleanSupplier reason) {
    boolean interrupted = false;
    long until = ticker.nanos() + most.toNanos();
    while (reason.getAsBoolean() && until - ticker.nanos() > 0) {
      leadership.idle = Thread.currentThread();
      lock.unlock();
      try {
        LockSupport.parkNanos(this, until - ticker.nanos());
        interrupted |= Thread.interrupted();
      } finally {
        lock.lock();
        leadership.idle = null;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void wake(Line line) {
    if (line.gathering != null) {
      LockSupport.unpark(line.gathering.idle);
    }
    line.writing.forEach(leadership -> LockSupport.unpark(leadership.idle));
  }

  /**
   * Marks the leader's group as waiting for the tenant's lock, without an expectation. The next
   * group may begin meanwhile: its work before the lock, such as the check for a request already
   * under way, does not wait.
   */
  void lock(Leadership leadership) {
    lock.lock();
    try {
      if (leadership.phase == Phase.GATHERING) {
        Line line = line(leadership);
        advance(leadership, line, Phase.LOCKING);
        callNext(leadership.organization(), line);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void advance(Leadership leadership, Line line, Phase phase) {
    if (phase == Phase.LOCKING) {
      line.locking++;
      line.lockings++;
    } else if (leadership.phase == Phase.LOCKING) {
      line.locking--;
    }
    leadership.phase = phase;
    if (line.gathering == leadership) {
      line.gathering = null;
    }
  }

  /** A leader's group takes no one along any more, and is about to be written. */
  void pass(Leadership leadership) {
    lock.lock();
    try {
      if (leadership.phase == Phase.GATHERING || leadership.phase == Phase.LOCKING) {
        Line line = line(leadership);
        advance(leadership, line, Phase.WRITING);
        line.writing.add(leadership);
        callNext(leadership.organization(), line);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Marks the leader's group as written and about to be committed. */
  void written(Leadership leadership) {
    lock.lock();
    try {
      if (leadership.phase == Phase.WRITING) {
        leadership.phase = Phase.COMMITTING;
        ended(leadership, line(leadership));
      }
    } finally {
      lock.unlock();
    }
  }

  private static void ended(Leadership leadership, Line line) {
    line.writing.remove(leadership);
    wake(line);
  }

  /** Ends a leader's turn: the next writer leads. */
  void giveBack(Leadership leadership) {
    lock.lock();
    try {
      Line line = line(leadership);
      switch (leadership.phase) {
        case WRITING -> ended(leadership, line);
        case GATHERING, LOCKING, COMMITTING -> {
          // No other group waits for its writes.
        }
        case OVER -> throw new IllegalStateException("a turn was given back that was not taken");
      }
      advance(leadership, line, Phase.OVER);
      line.leading--;
      callNext(leadership.organization(), line);
      if (line.leading == 0) {
        lines.remove(leadership.organization());
      }
    } finally {
      lock.unlock();
    }
  }

  private void callNext(OrganizationId organization, Line line) {
    if (mayLead(line)) {
      Waiter next = line.repeating.poll();
      if (next == null && !line.waiting.isEmpty()) {
        next = line.waiting.next();
      }
      if (next != null) {
        next.grant(lead(organization, line));
      }
    }
  }

  private Line line(Leadership leadership) {
    return Objects.requireNonNull(lines.get(leadership.organization()), "no one leads");
  }

  private boolean granted(Waiter waiter) {
    try {
      return waiter.granted.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Leaves the line; false when the turn came at that very moment, which is then taken. */
  private boolean left(OrganizationId organization, SubjectRef caller, Waiter waiter) {
    lock.lock();
    try {
      Line line = lines.get(organization);
      return line != null && (line.repeating.remove(waiter) || line.waiting.leave(caller, waiter));
    } finally {
      lock.unlock();
    }
  }

  /** The turn of a writer that has left the line; waits briefly if it is just being given. */
  private static Turn turn(Waiter waiter) {
    if (waiter.turn instanceof Turn.Late && !waiter.refused) {
      waiter.granted.acquireUninterruptibly();
    }
    return waiter.turn;
  }
}

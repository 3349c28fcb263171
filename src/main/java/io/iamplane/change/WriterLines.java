package io.iamplane.change;

import io.iamplane.database.PoolConfig;
import io.iamplane.database.TurnOrder;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A line of writers for each tenant. A few of them lead: they have a transaction. The others wait
 * in memory, where they hold nothing that another tenant needs, until they lead or a group takes
 * them along; their callers take turns, their number is bounded, and so is their time.
 */
@Singleton
class WriterLines {

  private final int leaders;
  private final Duration deadline;
  private final WaitingRoom room;
  private final Map<OrganizationId, Line> lines = new HashMap<>();

  @Inject
  WriterLines(PoolConfig connections, WaitingRoom room) {
    this(connections.writersPerTenant(), connections.writerDeadline(), room);
  }

  /**
   * Opens the lines.
   *
   * @param leaders how many of a tenant lead at a time
   * @param deadline how long a writer waits
   * @param room bounds how many wait
   */
  WriterLines(int leaders, Duration deadline, WaitingRoom room) {
    this.leaders = leaders;
    this.deadline = deadline;
    this.room = room;
  }

  /** What a writer's turn is. */
  sealed interface Turn {

    /** To begin a transaction; given back by {@link WriterLines#giveBack}. */
    record Lead() implements Turn {}

    /** To go on with a group's transaction. */
    record Join(WriterTurns.Joint joint) implements Turn {}

    /** As many wait as may. */
    record Full() implements Turn {}

    /** None came by the deadline, or the thread was interrupted. */
    record Late() implements Turn {}
  }

  /** A writer in the line. */
  static final class Waiter {

    private final Semaphore granted = new Semaphore(0);
    private volatile Turn turn = new Turn.Late();
    private volatile boolean refused;

    /** Passes the transaction on to this writer, who is out of the line and waits for it. */
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
    private final TurnOrder<Waiter> waiting = new TurnOrder<>();
    private final Deque<Waiter> repeating = new ArrayDeque<>();
  }

  /**
   * Waits for a turn.
   *
   * @param caller takes turns with the organization's other callers
   * @param alone whether the writer must lead; it had its turn before, and goes first
   */
  Turn take(OrganizationId organization, SubjectRef caller, boolean alone) {
    Waiter waiter = new Waiter();
    synchronized (this) {
      Line line = lines.computeIfAbsent(organization, _ -> new Line());
      if (line.leading < leaders) {
        line.leading++;
        return new Turn.Lead();
      }
      if (alone) {
        // It had its turn and a place in the room; another's change took the turn from it.
        line.repeating.add(waiter);
      } else if (room.enter(organization)) {
        line.waiting.join(caller, waiter);
      } else {
        return new Turn.Full();
      }
    }
    try {
      boolean late = !granted(waiter) && left(organization, caller, waiter);
      return late ? new Turn.Late() : turn(waiter);
    } finally {
      if (!alone) {
        room.leave(organization);
      }
    }
  }

  /**
   * Takes the next writer out of the line for a group; null when no writer waits that may join it.
   */
  synchronized @Nullable Waiter next(OrganizationId organization) {
    Line line = lines.get(organization);
    return line == null || line.waiting.isEmpty() || !line.repeating.isEmpty()
        ? null
        : line.waiting.next();
  }

  /** Ends a leader's turn: the next writer leads. */
  synchronized void giveBack(OrganizationId organization) {
    Line line = lines.get(organization);
    if (line == null || line.leading == 0) {
      throw new IllegalStateException("a turn was given back that was not taken");
    }
    Waiter repeating = line.repeating.poll();
    if (repeating != null) {
      repeating.grant(new Turn.Lead());
    } else if (line.waiting.isEmpty()) {
      line.leading--;
      if (line.leading == 0) {
        lines.remove(organization);
      }
    } else {
      line.waiting.next().grant(new Turn.Lead());
    }
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
  private synchronized boolean left(OrganizationId organization, SubjectRef caller, Waiter waiter) {
    Line line = lines.get(organization);
    return line != null && (line.repeating.remove(waiter) || line.waiting.leave(caller, waiter));
  }

  /** The turn of a writer who is out of the line: it is there, or just about to be. */
  private static Turn turn(Waiter waiter) {
    if (waiter.turn instanceof Turn.Late && !waiter.refused) {
      waiter.granted.acquireUninterruptibly();
    }
    return waiter.turn;
  }
}

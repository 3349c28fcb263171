package io.iamplane.change;

import io.iamplane.change.WriterLines.Turn;
import io.iamplane.change.WriterLines.Waiter;
import io.iamplane.database.Transactions;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.WriteOutcome;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The door to every transaction that writes. A tenant's changes follow one another under a lock, so
 * that each transaction takes along those that wait meanwhile, up to {@link
 * ChangeConfig#groupSize()}; none waits for others to come. What does not fit waits in memory.
 */
@Singleton
public class WriterTurns {

  private final Transactions transactions;
  private final TenantLocks locks;
  private final ChangeSealer sealer;
  private final Ticker ticker;
  private final Bounds bounds;
  private final WriterLines lines;

  /**
   * How far a group goes.
   *
   * @param size how many changes it takes along
   * @param time who leads for longer takes no more along: the first of a group waits for the last
   * @param patience how long a change waits for the end of its group
   */
  record Bounds(int size, Duration time, Duration patience) {

    /**
     * The time of a transaction and the time in which its COMMIT is answered, together and some
     * more: only a thread that does not come back with the group takes longer.
     */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    static Bounds of(int size) {
      return new Bounds(size, Duration.ofMillis(250), PATIENCE);
    }
  }

  @Inject
  WriterTurns(
      Transactions transactions,
      TenantLocks locks,
      ChangeSealer sealer,
      Ticker ticker,
      ChangeConfig config,
      WriterLines lines) {
    this(transactions, locks, sealer, ticker, Bounds.of(config.groupSize()), lines);
  }

  WriterTurns(
      Transactions transactions,
      TenantLocks locks,
      ChangeSealer sealer,
      Ticker ticker,
      Bounds bounds,
      WriterLines lines) {
    this.transactions = transactions;
    this.locks = locks;
    this.sealer = sealer;
    this.ticker = ticker;
    this.bounds = bounds;
    this.lines = lines;
  }

  /**
   * Runs work in the current transaction, which had its turn; otherwise waits for one and runs the
   * work in a transaction that it may share with others. Returns when that has ended. The work may
   * be run twice, when what another did ended the transaction: the first time left nothing.
   *
   * @param organization whose changes take turns
   * @param caller takes turns with the organization's other callers
   * @throws IamException TOO_MANY_REQUESTS when too many wait, CONFLICT when no turn came in time;
   *     nothing was applied then. DEPENDENCY_UNAVAILABLE with the outcome when the database fails,
   *     or the thread of another change does not come back with the transaction
   */
  public <T> T write(OrganizationId organization, SubjectRef caller, Supplier<T> work) {
    if (transactions.active()) {
      return transactions.call(work);
    }
    transactions.requireNone();
    PendingWrite<T> member = new PendingWrite<>(work);
    write(organization, caller, member, false);
    if (member.isToRepeat()) {
      member = new PendingWrite<>(work);
      write(organization, caller, member, true);
    }
    return member.outcome();
  }

  private void write(
      OrganizationId organization, SubjectRef caller, PendingWrite<?> member, boolean alone) {
    member.shield();
    try {
      Turn turn = lines.take(organization, caller, alone);
      member.shield();
      carryOut(turn, organization, member, alone);
      member.await(bounds.patience());
    } finally {
      member.unshield();
    }
  }

  private void carryOut(
      Turn turn, OrganizationId organization, PendingWrite<?> member, boolean alone) {
    switch (turn) {
      case Turn.Lead() -> lead(organization, member, alone);
      case Turn.Join(Joint joint) -> join(joint, member);
      case Turn.Full() ->
          throw notApplied(
              IamException.of(
                      ErrorCode.TOO_MANY_REQUESTS,
                      "Too many changes of this organization are waiting; retry later.")
                  .with("retry_after", "1"));
      case Turn.Late() ->
          throw notApplied(
              IamException.conflict("Other changes of this organization took too long; retry."));
    }
  }

  private void lead(OrganizationId organization, PendingWrite<?> member, boolean alone) {
    boolean begun = false;
    Joint joint;
    try {
      long now = ticker.nanos();
      ChangeGroup group = new ChangeGroup(transactions.begin(), locks, sealer);
      joint = new Joint(organization, group, alone ? 1 : bounds.size(), now);
      group.begin(organization, member, alone);
      begun = true;
    } finally {
      if (!begun) {
        lines.giveBack(organization);
      }
    }
    goOn(joint);
  }

  private void join(Joint joint, PendingWrite<?> member) {
    boolean goesOn = false;
    try {
      goesOn = joint.group().join(member);
    } catch (RuntimeException | Error e) {
      joint.group().abandon(e);
      member.fail(e);
    }
    if (goesOn) {
      goOn(joint);
    } else {
      lines.giveBack(joint.organization());
    }
  }

  /** Hands the transaction to the next writer in the line, or ends it when no writer waits. */
  private void goOn(Joint joint) {
    Waiter next = null;
    try {
      next = mayGrow(joint) ? lines.next(joint.organization()) : null;
      if (next == null) {
        joint.group().finish();
      } else {
        joint.group().leave();
      }
    } catch (RuntimeException | Error e) {
      // No member and no writer in the line may wait without end, whatever failed here.
      joint.group().abandon(e);
      if (next != null) {
        next.refuse();
        next = null;
      }
    }
    if (next == null) {
      lines.giveBack(joint.organization());
    } else {
      next.join(joint);
    }
  }

  private boolean mayGrow(Joint joint) {
    return joint.group().isOpen(joint.most())
        && ticker.nanos() - joint.began() < bounds.time().toNanos();
  }

  /**
   * A group on its way from writer to writer.
   *
   * @param most how many changes it takes along
   * @param began when it was its first change's turn
   */
  record Joint(OrganizationId organization, ChangeGroup group, int most, long began) {}

  private static IamException notApplied(IamException refusal) {
    return refusal.with("outcome", WriteOutcome.NOT_APPLIED.wire());
  }
}

package io.iamplane.change;

import io.iamplane.change.ChangeGroup.Others;
import io.iamplane.change.PendingWrite.Way;
import io.iamplane.change.WriterLines.Leadership;
import io.iamplane.change.WriterLines.Waiter;
import io.iamplane.database.CombinedWrites;
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
import org.jspecify.annotations.Nullable;

/**
 * The door to every transaction that writes. A tenant's changes follow one another under a lock, so
 * that each transaction takes waiting changes along, up to {@link ChangeConfig#groupSize()}; it
 * waits for more only while the previous group is still being written. All others wait in memory.
 */
@Singleton
public class WriterTurns {

  private final Transactions transactions;
  private final TenantLocks locks;
  private final ChangeSealer sealer;
  private final ExpectedTenants expected;
  private final Others others;
  private final Ticker ticker;
  private final Bounds bounds;
  private final WriterLines lines;

  /**
   * The bounds of a group.
   *
   * @param size the highest number of changes
   * @param time a leader takes no more changes along after this time: the first waits for the last
   * @param patience the longest wait of a change for the end of its group
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
      ExpectedTenants expected,
      CombinedWrites combined,
      Ticker ticker,
      ChangeConfig config,
      WriterLines lines) {
    this(
        transactions,
        locks,
        sealer,
        expected,
        combined,
        ticker,
        Bounds.of(config.groupSize()),
        lines);
  }

  WriterTurns(
      Transactions transactions,
      TenantLocks locks,
      ChangeSealer sealer,
      ExpectedTenants expected,
      CombinedWrites combined,
      Ticker ticker,
      Bounds bounds,
      WriterLines lines) {
    this.transactions = transactions;
    this.locks = locks;
    this.sealer = sealer;
    this.expected = expected;
    this.others = bounds.size() == 1 ? Others.NONE : combined::write;
    this.ticker = ticker;
    this.bounds = bounds;
    this.lines = lines;
  }

  /**
   * Runs work in the current transaction, if there is one. Otherwise waits for a turn and runs the
   * work in a transaction that it may share with others; returns once that has ended. The work may
   * run again if another member ended the transaction or the expected state of the tenant was
   * wrong: the earlier run left nothing.
   *
   * @param organization whose changes take turns
   * @param caller takes turns with the organization's other callers
   * @throws IamException TOO_MANY_REQUESTS if too many wait, CONFLICT if no turn came in time;
   *     nothing was applied then. DEPENDENCY_UNAVAILABLE with the outcome if the database fails, or
   *     the thread of another change does not come back with the transaction
   */
  public <T> T write(OrganizationId organization, SubjectRef caller, Supplier<T> work) {
    if (transactions.active()) {
      return transactions.call(work);
    }
    transactions.requireNone();
    PendingWrite<T> member = new PendingWrite<>(work);
    write(organization, caller, member, Way.FIRST);
    if (member.way() == Way.AGAIN) {
      member = new PendingWrite<>(work);
      write(organization, caller, member, Way.AGAIN);
    }
    if (member.way() != Way.FIRST) {
      member = new PendingWrite<>(work);
      write(organization, caller, member, Way.ALONE);
    }
    return member.outcome();
  }

  private void write(
      OrganizationId organization, SubjectRef caller, PendingWrite<?> member, Way way) {
    member.shield();
    try {
      Turn turn = lines.take(organization, caller, way);
      member.shield();
      carryOut(turn, member, way);
      member.await(bounds.patience());
    } finally {
      member.unshield();
    }
  }

  private void carryOut(Turn turn, PendingWrite<?> member, Way way) {
    switch (turn) {
      case Turn.Lead(Leadership leadership) -> lead(leadership, member, way);
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

  private void lead(Leadership leadership, PendingWrite<?> member, Way way) {
    boolean begun = false;
    Joint joint;
    try {
      long now = ticker.nanos();
      ChangeGroup group =
          new ChangeGroup(
              leadership.organization(),
              transactions.begin(),
              locks,
              sealer,
              expected,
              others,
              progress(leadership));
      joint = new Joint(leadership, group, way == Way.ALONE ? 1 : bounds.size(), now);
      begun = group.begin(member, way);
    } finally {
      if (!begun) {
        lines.giveBack(leadership);
      }
    }
    if (begun) {
      goOn(joint, member);
    }
  }

  private GroupProgress progress(Leadership leadership) {
    return new GroupProgress() {
      @Override
      public void closed() {
        lines.pass(leadership);
      }

      @Override
      public void written() {
        lines.written(leadership);
      }

      @Override
      public boolean follow() {
        return lines.follow(leadership, bounds.time());
      }

      @Override
      public void locking() {
        lines.lock(leadership);
      }

      @Override
      public boolean isOvertaken() {
        return lines.isOvertaken(leadership);
      }
    };
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
      goOn(joint, member);
    } else {
      lines.giveBack(joint.leadership());
    }
  }

  /** Hands the transaction to the next writer in the line, or ends it when no writer waits. */
  private void goOn(Joint joint, PendingWrite<?> member) {
    Waiter next = null;
    try {
      next = joint.group().isOpen(joint.most()) ? next(joint) : null;
      member.shield();
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
      lines.giveBack(joint.leadership());
    } else {
      next.join(joint);
    }
  }

  private @Nullable Waiter next(Joint joint) {
    Duration rest = bounds.time().minusNanos(ticker.nanos() - joint.began());
    return rest.isPositive() ? lines.next(joint.leadership(), rest) : null;
  }

  /**
   * A group on its way from writer to writer.
   *
   * @param most how many changes it takes along
   * @param began when it was its first change's turn
   */
  record Joint(Leadership leadership, ChangeGroup group, int most, long began) {}

  private static IamException notApplied(IamException refusal) {
    return refusal.with("outcome", WriteOutcome.NOT_APPLIED.wire());
  }
}

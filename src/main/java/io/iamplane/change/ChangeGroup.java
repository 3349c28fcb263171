package io.iamplane.change;

import io.iamplane.audit.chain.ChainHead;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.change.PendingWrite.Way;
import io.iamplane.database.CombinedWrites.Outcome;
import io.iamplane.database.Parcel;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.SharedTransaction;
import io.iamplane.database.SharedTransaction.State;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one tenant that commit together. Each caller's thread carries its own change out, one
 * after another in one transaction; the last one seals them all and commits. A change that is
 * refused is undone and disturbs no other. When the transaction itself is spoiled by one of them,
 * all are done again, each alone; when the connection is lost, none is applied, and each caller
 * gets that answer.
 */
final class ChangeGroup {

  /** A larger group takes no further members: the rest of its work is long already. */
  private static final int MOST_EFFECTS = 2_000;

  private final OrganizationId organization;
  private final SharedTransaction transaction;
  private final TenantLocks locks;
  private final ChangeSealer sealer;
  private final ExpectedTenants tenants;
  private final Others others;
  private final GroupProgress progress;
  private final List<PendingWrite<?>> members = new ArrayList<>();
  private boolean isFull;

  /** True if all earlier groups of the tenant are written. */
  private boolean isNext;

  /** Also found when the transaction can only be rolled back. */
  private OpenTenants open = new OpenTenants();

  private @Nullable Expected expected;
  private @Nullable PendingWrite<?> present;

  /** The last statements of the group; no other statement depends on them. */
  private @Nullable RoundTrip last;

  /** Writes a group together with groups of other tenants. */
  interface Others {

    /** There are none. */
    Others NONE = (_, _) -> Outcome.NOTHING;

    /**
     * Writes all that a group would.
     *
     * @param written is run before it is committed, on any thread; not when it is not written
     */
    Outcome write(Parcel parcel, Runnable written);
  }

  ChangeGroup(
      OrganizationId organization,
      SharedTransaction transaction,
      TenantLocks locks,
      ChangeSealer sealer,
      ExpectedTenants tenants,
      Others others,
      GroupProgress progress) {
    this.organization = organization;
    this.transaction = transaction;
    this.locks = locks;
    this.sealer = sealer;
    this.tenants = tenants;
    this.others = others;
    this.progress = progress;
    transaction.beforeFirst(this::follow);
  }

  private void follow() {
    isNext = progress.follow();
    shield();
    if (!transaction.isUnconfirmed()) {
      tenants.forget(organization);
      progress.locking();
    }
  }

  private void shield() {
    if (present != null) {
      present.shield();
    }
  }

  /** Returns true if another change may join, judging by the changes so far. */
  boolean isOpen(int most) {
    return members.size() < most
        && !isFull
        && !isBorrowing()
        && locks.open().unsealedEffects() < MOST_EFFECTS;
  }

  /** Returns true if another tenant is locked as well: its writers wait for this group. */
  private boolean isBorrowing() {
    return locks.open().isBorrowing();
  }

  /**
   * Carries out the first change, which has the whole transaction.
   *
   * @return false if it must be done again, since the expected state of the tenant is wrong or a
   *     postponed write failed
   * @throws RuntimeException if it is refused; nothing is left then
   */
  boolean begin(PendingWrite<?> member, Way way) {
    boolean done = false;
    try {
      done =
          transaction.whole(() -> {
            open = locks.open();
            open.group(organization, way);
            return run(member);
          });
      members.add(member);
      return true;
    } catch (RuntimeException | Error e) {
      if (isRefuted(e)) {
        member.again();
        return false;
      }
      if (mayBePostponed()) {
        member.repeat();
        return false;
      }
      if (e instanceof UncommittedBaseException) {
        throw IamException.dependencyUnavailable(e);
      }
      throw e;
    } finally {
      if (!done) {
        transaction.rollback();
      }
    }
  }

  /**
   * Returns true if the first change failed because the expected state of its tenant is wrong. Its
   * refusal counts only if that state is right.
   *
   * @throws RuntimeException if the database gives no answer
   */
  private boolean isRefuted(Throwable failure) {
    boolean isAnswered = !GroupFailures.isUnavailable(failure) && failure != transaction.keptOut();
    if (transaction.isUnconfirmed() && isAnswered) {
      try {
        transaction.confirm();
      } catch (RuntimeException e) {
        if (!transaction.isRefuted()) {
          throw e;
        }
      }
    }
    doubtIfRefuted();
    return transaction.isRefuted();
  }

  private void doubtIfRefuted() {
    Expected base = open.base(organization);
    if (transaction.isRefuted() && base != null) {
      base.isOver().compareAndSet(false, !isUndisturbed());
      tenants.refuted(organization, base);
    }
  }

  /** Otherwise it is another group of this process that may have left the tenant elsewhere. */
  private boolean isUndisturbed() {
    return isNext && !progress.isOvertaken();
  }

  private boolean run(PendingWrite<?> member) {
    present = member;
    return member.run();
  }

  /** Leaves the transaction to the thread of the next member. */
  void leave() {
    transaction.leave();
  }

  /**
   * Goes on with the transaction on this thread, and carries out another change.
   *
   * @return false when the group is over; all members are settled then
   */
  boolean join(PendingWrite<?> member) {
    try {
      transaction.enter();
    } catch (RuntimeException | Error e) {
      members.add(member);
      abandon(e);
      return false;
    }
    try {
      carryOut(member);
      members.add(member);
    } catch (UncommittedBaseException e) {
      // Those after it would need the same.
      isFull = true;
      member.repeat();
    } catch (RuntimeException | Error e) {
      member.refused(e);
      members.add(member);
    }
    return switch (transaction.state()) {
      case OPEN -> true;
      case SPOILED -> {
        // Alone, each gets the answer that is its own; also the one that did it, or was inside.
        doubtIfRefuted();
        undoForAll(transaction.isRefuted() ? PendingWrite::again : PendingWrite::repeat);
        yield false;
      }
      case LOST -> {
        abandon(member.refusal());
        yield false;
      }
    };
  }

  private void carryOut(PendingWrite<?> member) {
    OpenTenants open = locks.open();
    OpenTenants.Mark mark = open.mark();
    boolean done = false;
    try {
      done = transaction.part(() -> run(member));
    } catch (RuntimeException | Error e) {
      if (open.isSealing()) {
        // The failure is that of the changes before it, or of their sealing.
        throw new UncommittedBaseException(e);
      }
      throw e;
    } finally {
      if (!done) {
        open.returnTo(mark);
        if (transaction.state() == State.OPEN) {
          locks.forgetReads();
        }
      }
    }
  }

  /** Seals and commits, and settles all members. */
  void finish() {
    Outcome outcome;
    try {
      transaction.whole(() -> {
        locks.open().all().forEach(this::seal);
        return true;
      });
      outcome = writtenWithOthers();
      if (outcome == Outcome.NOTHING) {
        transaction.whole(this::write);
        progress.written();
      }
    } catch (RuntimeException | Error e) {
      undoForAll(whenNotSealed(e));
      return;
    }
    try {
      commit(outcome);
    } catch (RuntimeException | Error e) {
      members.forEach(member -> member.fail(member.isRefused() ? GroupFailures.notApplied(e) : e));
      failed();
      return;
    }
    members.forEach(PendingWrite::settle);
    if (expected != null) {
      tenants.committed(organization, expected);
    }
  }

  /** A group that knows all of it before it sends anything need not write it itself. */
  private Outcome writtenWithOthers() {
    Expected base = open.base(organization);
    if (last == null || base == null) {
      return Outcome.NOTHING;
    }
    Outcome outcome =
        transaction
            .unsent(last)
            .filter(_ -> isUndisturbed() && !base.isOver().get())
            .map(parcel -> others.write(parcel, progress::written))
            .orElse(Outcome.NOTHING);
    shield();
    return outcome;
  }

  private boolean write() {
    if (last != null) {
      last.run();
    }
    transaction.sendPostponed();
    return true;
  }

  private void commit(Outcome outcome) {
    switch (outcome) {
      case NOTHING -> transaction.commit();
      case COMMITTED -> transaction.committedElsewhere();
      case UNKNOWN -> {
        transaction.rollback();
        throw IamException.dependencyUnavailable(
            WriteOutcome.UNKNOWN, new IllegalStateException("no answer to a COMMIT"));
      }
    }
  }

  private void seal(TenantChanges tenant) {
    if (tenant.organization().equals(organization)) {
      sealer.seal(tenant, head -> close(tenant, head), trip -> last = trip);
      if (expected == null && tenant.head() != null) {
        close(tenant, tenant.head());
      }
    } else {
      sealer.seal(tenant);
    }
  }

  private void close(TenantChanges tenant, ChainHead head) {
    Expected leaves = tenant.expected(head);
    expected = leaves;
    tenants.expect(organization, leaves);
    progress.closed();
  }

  private void failed() {
    if (expected != null) {
      tenants.failed(organization, expected);
    }
  }

  /** Ends the group with nothing applied. */
  void abandon(@Nullable Throwable why) {
    undoForAll(member -> member.fail(GroupFailures.notApplied(why)));
  }

  private Consumer<PendingWrite<?>> whenNotSealed(Throwable why) {
    doubtIfRefuted();
    if (transaction.isRefuted()) {
      return PendingWrite::again;
    }
    if (why == transaction.keptOut() || (members.size() == 1 && !mayBePostponed())) {
      return member -> member.fail(why);
    }
    if (transaction.isUnheld() && GroupFailures.isConflict(why)) {
      // Another process holds the tenant for long; one member tries again.
      return PendingWrite::again;
    }
    return GroupFailures.isUnavailable(why)
            && !(why.getCause() instanceof TransactionTimeoutException)
        ? member -> member.fail(GroupFailures.notApplied(why))
        : PendingWrite::repeat;
  }

  /** Returns true if a postponed write may have failed; the repeated change reports the cause. */
  private boolean mayBePostponed() {
    return transaction.mayBePostponed() && !open.isRepeated();
  }

  private void undoForAll(Consumer<PendingWrite<?>> verdict) {
    // Before others get the lock.
    failed();
    try {
      transaction.rollback();
    } finally {
      members.forEach(verdict);
    }
  }
}

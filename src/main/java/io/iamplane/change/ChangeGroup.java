package io.iamplane.change;

import io.iamplane.database.SharedTransaction;
import io.iamplane.database.SharedTransaction.State;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.shared.ErrorCode;
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

  /** More wait for their rows than a change may write by itself: what is yet to be done is long. */
  private static final int MOST_EFFECTS = 2_000;

  private final SharedTransaction transaction;
  private final TenantLocks locks;
  private final ChangeSealer sealer;
  private final List<PendingWrite<?>> members = new ArrayList<>();
  private boolean isFull;

  ChangeGroup(SharedTransaction transaction, TenantLocks locks, ChangeSealer sealer) {
    this.transaction = transaction;
    this.locks = locks;
    this.sealer = sealer;
  }

  /** Whether another change may join, as far as those that did say so. */
  boolean isOpen(int most) {
    return members.size() < most
        && !isFull
        && !isBorrowing()
        && locks.open().unsealedEffects() < MOST_EFFECTS;
  }

  /** Whether another tenant is locked as well, whose writers wait for the end of this group. */
  private boolean isBorrowing() {
    return locks.open().isBorrowing();
  }

  /**
   * Carries out the first change, which has the whole transaction.
   *
   * @param organization whose changes these are
   * @param repeated whether it was done before, in a group that came to nothing
   * @throws RuntimeException when it is refused; nothing is left then
   */
  void begin(OrganizationId organization, PendingWrite<?> member, boolean repeated) {
    boolean done = false;
    try {
      done =
          transaction.whole(() -> {
            locks.open().group(organization);
            if (repeated) {
              locks.open().repeat();
            }
            return member.run();
          });
      members.add(member);
    } catch (UncommittedBaseException e) {
      throw IamException.dependencyUnavailable(e);
    } finally {
      if (!done) {
        transaction.rollback();
      }
    }
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
        undoForAll(PendingWrite::repeat);
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
      done = transaction.part(member::run);
    } catch (RuntimeException | Error e) {
      if (open.isSealing()) {
        // What failed are the changes before it, or what became of them.
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
    try {
      transaction.whole(() -> {
        locks.open().all().forEach(sealer::seal);
        transaction.sendPostponed();
        return true;
      });
    } catch (RuntimeException | Error e) {
      undoForAll(whenNotSealed(e));
      return;
    }
    try {
      transaction.commit();
    } catch (RuntimeException | Error e) {
      members.forEach(member -> member.fail(member.refusal() == null ? e : notApplied(e)));
      return;
    }
    members.forEach(PendingWrite::settle);
  }

  /** Ends the group with nothing applied. */
  void abandon(@Nullable Throwable why) {
    undoForAll(member -> member.fail(notApplied(why)));
  }

  private Consumer<PendingWrite<?>> whenNotSealed(Throwable why) {
    if (members.size() == 1) {
      return member -> member.fail(why);
    }
    return isUnavailable(why) && !(why.getCause() instanceof TransactionTimeoutException)
        ? member -> member.fail(notApplied(why))
        : PendingWrite::repeat;
  }

  private void undoForAll(Consumer<PendingWrite<?>> verdict) {
    try {
      transaction.rollback();
    } finally {
      members.forEach(verdict);
    }
  }

  private static boolean isUnavailable(Throwable why) {
    return why instanceof IamException refusal
        && refusal.code() == ErrorCode.DEPENDENCY_UNAVAILABLE;
  }

  /** What a member's work read may be gone with the group, whatever it said itself. */
  private static IamException notApplied(@Nullable Throwable why) {
    if (why instanceof IamException refusal
        && isUnavailable(refusal)
        && WriteOutcome.NOT_APPLIED.wire().equals(refusal.members().get("outcome"))) {
      return refusal;
    }
    return IamException.dependencyUnavailable(
        why instanceof Exception e ? e : new IllegalStateException("the group ended", why));
  }
}

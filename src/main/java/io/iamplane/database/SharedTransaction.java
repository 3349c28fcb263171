package io.iamplane.database;

import io.iamplane.shared.IamException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that several threads work in, one after another and never two at once. A failed
 * part is undone, and the other parts stay.
 */
public final class SharedTransaction {

  private static final Logger LOG = Logger.getLogger(SharedTransaction.class);

  private final Transactions transactions;
  private final LateShare share;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private @Nullable Transaction left;
  private State state = State.OPEN;
  private int savepoints;
  private Marking marking = Marking.NONE;
  private final PostponedWrites postponed = new PostponedWrites();
  private boolean isSpoiled;
  private final Precondition precondition = new Precondition();
  private Runnable beforeFirst = () -> {};
  private boolean hasBegun;

  /** True while the results of sent writes of completed parts are unread. */
  private boolean isUnread;

  private boolean hasEnded;
  private boolean hasEverPostponed;

  /** The database's reason for the failure of the present part. */
  private @Nullable DatabaseFailure failure;

  /** The state of the present part's savepoint. */
  private enum Marking {
    /** Between parts. */
    NONE,
    /** Needed before the part's first write. */
    DUE,
    /** On its way; only the database knows if it is set. */
    SENT,
    SET
  }

  /** The possible continuations of the transaction. */
  public enum State {
    OPEN,
    /** It can only be rolled back, though the database is there: the parts may be done again. */
    SPOILED,
    /** The connection is gone, and with it all that was written. */
    LOST
  }

  SharedTransaction(Transactions transactions, PoolShares shares) {
    this.transactions = transactions;
    this.share = new LateShare(shares);
  }

  public State state() {
    return state;
  }

  /** Sets an action to run once before the first statement is sent, on the thread that sends it. */
  public void beforeFirst(Runnable action) {
    beforeFirst = action;
  }

  /**
   * Keeps a statement that must be sent before any other.
   *
   * @return false when the transaction has begun with something else
   */
  boolean require(Write first) {
    return precondition.set(first);
  }

  /** Returns true until the precondition has been sent to the database. */
  public boolean isUnconfirmed() {
    return precondition.isUnsent();
  }

  /** Returns true if the precondition was sent and not answered. */
  public boolean isUnheld() {
    return precondition.isSent();
  }

  /** Asks for that, and sends nothing that the present part wants to write. */
  public void confirm() {
    postponed.undoPart();
    transactions.carriedOut(() -> {
      transactions.sendPostponed();
      return true;
    });
  }

  /** Returns true if the precondition is false: the work has to be done again. */
  public boolean isRefuted() {
    return precondition.isRefuted();
  }

  /** Leaves the transaction to another thread, which {@link #enter enters} it. */
  public void leave() {
    share.leave();
    left = transactions.suspend();
  }

  public void enter() {
    Transaction present = left;
    if (present == null) {
      throw new IllegalStateException("the transaction is with another thread");
    }
    left = null;
    transactions.resume(present);
    share.join();
  }

  /** Runs a part without a savepoint. When it fails, the transaction is to be rolled back. */
  public <T> T whole(Supplier<T> work) {
    postponed.beginPart();
    T result = carriedOut(work);
    requireOpen();
    return result;
  }

  /**
   * Runs a part that can be undone for itself: its first statement that writes or locks is sent
   * behind a savepoint (see {@link Savepoints}).
   *
   * @throws RuntimeException any failure of the work; it is undone then, and {@link #state} shows
   *     if the transaction can go on
   */
  public <T> T part(Supplier<T> work) {
    int actions = afterCommit.size();
    boolean done = false;
    marking = Marking.DUE;
    postponed.beginPart();
    try {
      T result = carriedOut(work);
      requireOpen();
      done = true;
      return result;
    } finally {
      if (!done) {
        afterCommit.subList(actions, afterCommit.size()).clear();
        postponed.undoPart();
        state = undone(marking);
      }
      marking = Marking.NONE;
    }
  }

  private <T> T carriedOut(Supplier<T> work) {
    failure = null;
    return transactions.carriedOut(() -> {
      try {
        return work.get();
      } catch (RuntimeException e) {
        DatabaseFailure.of(e).ifPresent(why -> failure = why);
        throw e;
      }
    });
  }

  /** Sends the remaining postponed writes, if any. */
  public void sendPostponed() {
    transactions.sendPostponed();
  }

  /** Returns true if the next write needs a savepoint. */
  boolean isUnmarked() {
    return marking == Marking.DUE || marking == Marking.SENT;
  }

  /** Returns true if the present part postponed a write. */
  boolean hasPostponed() {
    return postponed.hasOwn();
  }

  /**
   * Returns true if the last failure may come from a postponed write. Its change finds the cause
   * when it is repeated alone.
   */
  public boolean mayBePostponed() {
    return hasEverPostponed
        && (isSpoiled || failure == DatabaseFailure.DUPLICATE || failure == DatabaseFailure.DEFECT);
  }

  /** Keeps a write until the next statement is sent. */
  void postpone(Write write) {
    hasEverPostponed = true;
    postponed.add(write);
  }

  /**
   * The statements to send before the next one: postponed writes, and the savepoint of the present
   * part before its own writes.
   *
   * @param marks true if the part needs its savepoint now
   */
  Optional<Savepoints.Due> due(boolean marks) {
    connect();
    begin();
    List<Write> writes = new ArrayList<>(precondition.toSend());
    if (writes.isEmpty() && !marks && postponed.isEmpty()) {
      return Optional.empty();
    }
    List<Write> others = postponed.others();
    isUnread = !others.isEmpty();
    writes.addAll(others);
    if (marks) {
      mark(writes);
    }
    writes.addAll(postponed.own());
    return Optional.of(
        new Savepoints.Due(writes, () -> sent(marks), () -> isSpoiled = true, this::refused));
  }

  /** Takes the share and the connection, if the transaction has none yet. */
  void connect() {
    if (!share.isHeld()) {
      share.take();
      transactions.connect();
    }
  }

  /** The refusal of a connection, if too many others use the database; else null. */
  public @Nullable IamException keptOut() {
    return share.refusal();
  }

  /** Runs the action of {@link #beforeFirst}, once. */
  private void begin() {
    if (!hasBegun) {
      hasBegun = true;
      beforeFirst.run();
    }
  }

  /**
   * All writes of the transaction, these last statements included, for another transaction to write
   * in its place. Empty if it has sent a statement already, or has no precondition that makes them
   * fail.
   */
  public Optional<Parcel> unsent(RoundTrip last) {
    Optional<List<Write>> writes = precondition.isUnsent() ? last.onlyWrites() : Optional.empty();
    if (writes.isEmpty()) {
      return Optional.empty();
    }
    begin();
    return writes.map(ends -> Parcel.of(ends, postponed.all()));
  }

  /** Ends the transaction after another one has committed its parcel. */
  public void committedElsewhere() {
    rollback();
    committed();
  }

  /** Heard where it was sent: the present part may make another failure of a postponed write's. */
  private void refused(DatabaseFailure why) {
    failure = postponed.isEmpty() ? failure : why;
    if (why == DatabaseFailure.OUTDATED) {
      precondition.refute();
      isSpoiled = true;
    }
  }

  private void mark(List<Write> writes) {
    marking = Marking.SENT;
    if (savepoints > 0) {
      writes.add(Write.command("RELEASE SAVEPOINT " + name(savepoints)));
    }
    writes.add(Write.command("SAVEPOINT " + name(savepoints + 1)));
  }

  private void sent(boolean marked) {
    precondition.confirm();
    postponed.sent();
    isUnread = false;
    if (marked) {
      savepoints++;
      marking = Marking.SET;
    }
  }

  /**
   * By turns, since going back to one of the part before would undo that part; two, so that few
   * texts of statements need a plan.
   */
  private static String name(int savepoint) {
    return savepoint % 2 == 0 ? "iam_even" : "iam_odd";
  }

  /**
   * Commits, and ends the caller's part in it.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE with the outcome
   */
  public void commit() {
    try {
      transactions.commit();
    } finally {
      giveBack();
    }
  }

  /** Rolls back. Does nothing after the end: a share is given back once, even if the end failed. */
  public void rollback() {
    if (hasEnded) {
      return;
    }
    try {
      transactions.rollback();
    } finally {
      giveBack();
    }
  }

  private void giveBack() {
    hasEnded = true;
    share.giveBack();
  }

  void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  /**
   * Runs all actions after the commit; the failure of one does not stop the others, since the
   * change has happened.
   */
  void committed() {
    for (Runnable action : afterCommit) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("what follows a commit failed", e);
      }
    }
  }

  /** Requires an open transaction: at its timeout another thread rolls it back, at any moment. */
  private void requireOpen() {
    if (isSpoiled) {
      throw new IllegalStateException("a postponed write failed, and nothing may follow it");
    }
    int status = transactions.status();
    if (status == Status.STATUS_MARKED_ROLLBACK) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("the transaction was marked for rollback"));
    }
    if (status != Status.STATUS_ACTIVE) {
      throw IamException.dependencyUnavailable(new TransactionTimeoutException(null));
    }
  }

  private State undone(Marking reached) {
    int status = transactions.status();
    boolean isIntact = status == Status.STATUS_ACTIVE && !isSpoiled;
    if (!share.isHeld()) {
      // Nothing was sent.
      return isIntact ? State.OPEN : State.SPOILED;
    }
    if (precondition.isUnsent() && isIntact) {
      return State.OPEN;
    }
    if (isSpoiled || (status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK)) {
      return State.SPOILED;
    }
    try {
      switch (reached) {
        // Nothing was written, but a read that failed spoils the transaction all the same.
        case NONE, DUE -> transactions.send("SELECT 1");
        case SENT -> {
          transactions.send("ROLLBACK TO SAVEPOINT " + name(savepoints + 1));
          // It was set, so that postponed writes of earlier parts were carried out, too; their
          // numbers of rows were not read.
          isSpoiled = isUnread;
          sent(true);
        }
        case SET -> transactions.send("ROLLBACK TO SAVEPOINT " + name(savepoints));
      }
      return status == Status.STATUS_ACTIVE && !isSpoiled ? State.OPEN : State.SPOILED;
    } catch (RuntimeException e) {
      LOG.debug("a transaction cannot go on", e);
      return DatabaseFailure.of(e).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()
          ? State.LOST
          : State.SPOILED;
    }
  }
}

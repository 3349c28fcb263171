package io.iamplane.database;

import io.iamplane.shared.IamException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that several threads work in, one after another and never two at once. What a
 * part that failed wrote is undone, and the other parts stay.
 */
public final class SharedTransaction {

  private static final Logger LOG = Logger.getLogger(SharedTransaction.class);

  private final Transactions transactions;
  private final PoolShares shares;
  private final PoolShares.Share share;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private @Nullable Transaction left;
  private State state = State.OPEN;
  private boolean hasSavepoint;
  private boolean hasEnded;

  /** What can still be done with the transaction. */
  public enum State {
    OPEN,
    /** It can only be rolled back, though the database is there: the parts may be done again. */
    SPOILED,
    /** The connection is gone, and with it all that was written. */
    LOST
  }

  SharedTransaction(Transactions transactions, PoolShares shares, PoolShares.Share share) {
    this.transactions = transactions;
    this.shares = shares;
    this.share = share;
  }

  public State state() {
    return state;
  }

  /** Leaves the transaction to another thread, which {@link #enter enters} it. */
  public void leave() {
    shares.leave();
    left = transactions.suspend();
  }

  public void enter() {
    Transaction present = left;
    if (present == null) {
      throw new IllegalStateException("the transaction is with another thread");
    }
    left = null;
    transactions.resume(present);
    shares.join();
  }

  /** Runs a part without a savepoint. When it fails, the transaction is to be rolled back. */
  public <T> T whole(Supplier<T> work) {
    T result = transactions.carriedOut(work);
    requireOpen();
    return result;
  }

  /**
   * Runs a part behind a savepoint.
   *
   * @throws RuntimeException what the work threw; it is undone then, and {@link #state} says
   *     whether the transaction can go on
   */
  public <T> T part(Supplier<T> work) {
    int actions = afterCommit.size();
    boolean done = false;
    boolean[] marked = {false};
    try {
      T result =
          transactions.carriedOut(() -> {
            savepoint();
            marked[0] = true;
            return work.get();
          });
      requireOpen();
      done = true;
      return result;
    } finally {
      if (!done) {
        afterCommit.subList(actions, afterCommit.size()).clear();
        // Without a savepoint of its own, going back would undo the part before.
        state = marked[0] ? undone() : unmarked();
      }
    }
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

  /** Does nothing when it has ended: a share is given back once, whatever failed at the end. */
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

  /** The share that the first thread took, on the thread that ends the transaction. */
  private void giveBack() {
    hasEnded = true;
    shares.leave();
    share.close();
  }

  void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  /** One that fails must not keep the others from being run: what it is about has happened. */
  void committed() {
    for (Runnable action : afterCommit) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("what follows a commit failed", e);
      }
    }
  }

  private void savepoint() {
    transactions.send(
        hasSavepoint ? "RELEASE SAVEPOINT iam_part; SAVEPOINT iam_part" : "SAVEPOINT iam_part");
    hasSavepoint = true;
  }

  /** A transaction whose time was over is rolled back by another thread, at any moment. */
  private void requireOpen() {
    int status = transactions.status();
    if (status == Status.STATUS_MARKED_ROLLBACK) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("the transaction was marked for rollback"));
    }
    if (status != Status.STATUS_ACTIVE) {
      throw IamException.dependencyUnavailable(new TransactionTimeoutException(null));
    }
  }

  private State unmarked() {
    State state = undone();
    return state == State.OPEN ? State.SPOILED : state;
  }

  private State undone() {
    int status = transactions.status();
    if (status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK) {
      return State.SPOILED;
    }
    try {
      transactions.send("ROLLBACK TO SAVEPOINT iam_part");
      return status == Status.STATUS_ACTIVE ? State.OPEN : State.SPOILED;
    } catch (RuntimeException e) {
      LOG.debug("a savepoint is gone with its connection", e);
      return State.LOST;
    }
  }
}

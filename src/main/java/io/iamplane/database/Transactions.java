package io.iamplane.database;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import jakarta.inject.Singleton;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Draws the boundary of a transaction and reports its outcome correctly. Work that fails left
 * nothing behind ({@link WriteOutcome#NOT_APPLIED}); when the connection is lost while committing,
 * the outcome is unknown ({@link WriteOutcome#UNKNOWN}).
 */
@Singleton
public class Transactions {

  private static final Logger LOG = Logger.getLogger(Transactions.class);

  /** A tenant of a million grants and a million relations is read in less on two cores. */
  private static final int LONG_READ_SECONDS = 120;

  /** A thousand million records of an audit log are read in less. */
  private static final int WHOLE_TABLE_SECONDS = 24 * 60 * 60;

  /** A reader may take some time between two portions. */
  private static final String MAY_PAUSE = "SET LOCAL idle_in_transaction_session_timeout = '10min'";

  private final TransactionManager manager;
  private final TransactionSynchronizationRegistry registry;
  private final Sql sql;
  private final PoolShares shares;

  Transactions(
      TransactionManager manager,
      TransactionSynchronizationRegistry registry,
      Sql sql,
      PoolShares shares) {
    this.manager = manager;
    this.registry = registry;
    this.sql = sql;
    this.shares = shares;
  }

  /** Runs work in the current transaction, or in one of its own that is committed at the end. */
  public <T> T call(Supplier<T> work) {
    return active() ? translated(work, WriteOutcome.NOT_APPLIED) : callInNew(work);
  }

  /**
   * Runs one statement, some reading, or one {@link RoundTrip} in auto-commit mode: without the
   * time that a transaction takes to begin and to end, and within the limits of the connection
   * alone.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE if the answer is lost: it may have been carried out
   */
  public <T> T autoCommit(Supplier<T> statement) {
    if (active()) {
      throw new IllegalStateException("an auto-commit statement cannot run in a transaction");
    }
    return translated(statement, WriteOutcome.UNKNOWN);
  }

  /** Waits a moment for a connection of groups; null if it does not come free. */
  PoolShares.@Nullable Share enterGroup(PoolShares.Group group) {
    return shares.enterGroup(group);
  }

  /**
   * The network of the present request, which is about to ask together with others; empty outside
   * of one.
   *
   * @throws IllegalStateException in a transaction, which would hold its connection meanwhile
   */
  String networkOfGroup() {
    if (active()) {
      throw new IllegalStateException("a grouped call cannot run in a transaction");
    }
    return shares.network();
  }

  /**
   * Reads in a transaction of its own that sees one moment of the database, however many statements
   * it takes, and writes nothing.
   */
  public <T> T callOnSnapshot(Supplier<T> reading) {
    return callOnSnapshot(LONG_READ_SECONDS, reading);
  }

  /**
   * Runs a read like {@link #callOnSnapshot}, with the time limit of whole tables. A transaction
   * that has begun waits meanwhile, on a connection of its own. Outside of requests one thread does
   * so at a time, and the others wait.
   */
  public <T> T callOnLongSnapshot(Supplier<T> reading) {
    try (var _ = shares.enterLongReading()) {
      Transaction waiting = manager.suspend();
      try {
        return callOnSnapshot(WHOLE_TABLE_SECONDS, reading);
      } finally {
        if (waiting != null) {
          manager.resume(waiting);
        }
      }
    } catch (SystemException | InvalidTransactionException e) {
      throw new IllegalStateException("could not suspend or resume a transaction", e);
    }
  }

  private <T> T callOnSnapshot(int seconds, Supplier<T> reading) {
    if (active()) {
      throw new IllegalStateException(
          "a snapshot cannot be read in a transaction that has already begun");
    }
    limit(seconds);
    try {
      return callInNew(() -> {
        sql.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;" + MAY_PAUSE);
        return reading.get();
      });
    } finally {
      limit(0);
    }
  }

  /** Limits the transactions that this thread begins from now on; 0: to the default. */
  private void limit(int seconds) {
    try {
      manager.setTransactionTimeout(seconds);
    } catch (SystemException e) {
      throw new IllegalStateException("could not set the time limit of a transaction", e);
    }
  }

  public void run(Runnable work) {
    call(() -> {
      work.run();
      return true;
    });
  }

  /**
   * Returns true if a transaction is open on this thread, or a {@link MemoryTransaction} in its
   * place.
   */
  public boolean active() {
    return MemoryTransaction.isPresent() || registry.getTransactionStatus() == Status.STATUS_ACTIVE;
  }

  /** Marks the current transaction, so that it can end by a rollback only. */
  public void neverCommit() {
    if (!MemoryTransaction.isPresent() && status() == Status.STATUS_ACTIVE) {
      try {
        manager.setRollbackOnly();
      } catch (SystemException e) {
        throw new IllegalStateException("could not mark a transaction for rollback", e);
      }
    }
  }

  /** The object of this type that belongs to the current transaction; made on first use. */
  public <T> T attached(Class<T> type, Supplier<T> first) {
    MemoryTransaction memory = MemoryTransaction.present();
    if (memory != null) {
      return memory.attached(type, first);
    }
    Object present = registry.getResource(type);
    if (present == null) {
      present = first.get();
      registry.putResource(type, present);
    }
    return type.cast(present);
  }

  /** Runs {@code action} once the current transaction has committed; never when it rolls back. */
  public void afterCommit(Runnable action) {
    MemoryTransaction memory = MemoryTransaction.present();
    if (memory == null) {
      whenCommitted(action);
    } else {
      memory.afterCommit(action);
    }
  }

  private void whenCommitted(Runnable action) {
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            // Only the end of the transaction matters here.
          }

          @Override
          public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
              runAll(List.of(action));
            }
          }
        });
  }

  /** Runs all; the failure of one does not stop the others, since the change has happened. */
  static void runAll(List<Runnable> afterCommit) {
    for (Runnable action : afterCommit) {
      try {
        action.run();
      } catch (RuntimeException e) {
        LOG.error("an action after a commit failed; the change is committed", e);
      }
    }
  }

  private <T> T callInNew(Supplier<T> work) {
    // Waits before the transaction begins, whose time is limited.
    try (var _ = shares.enter()) {
      beginNew();
      T result;
      try {
        result = carriedOut(work);
      } catch (RuntimeException | Error e) {
        rollback();
        throw e;
      }
      commit();
      return result;
    }
  }

  /** Runs work in the current transaction; a failure caused by its timeout says so. */
  private <T> T carriedOut(Supplier<T> work) {
    try {
      return translated(work, WriteOutcome.NOT_APPLIED);
    } catch (RuntimeException e) {
      throw isTimedOut() ? timedOut(e) : e;
    }
  }

  /**
   * Refuses to begin on a thread whose transaction has ended under it: its work goes on, and would
   * take a turn while it holds one.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE; nothing was applied
   */
  public void requireNone() {
    if (status() != Status.STATUS_NO_TRANSACTION) {
      throw IamException.dependencyUnavailable(new TransactionTimeoutException(null));
    }
  }

  private int status() {
    try {
      return manager.getStatus();
    } catch (SystemException e) {
      throw new IllegalStateException("could not read the status of a transaction", e);
    }
  }

  private boolean isTimedOut() {
    return switch (status()) {
      case Status.STATUS_ROLLEDBACK, Status.STATUS_ROLLING_BACK -> true;
      default -> false;
    };
  }

  /** A statement then fails as if the database were away; a refusal of the work itself stands. */
  private static RuntimeException timedOut(RuntimeException failure) {
    return failure instanceof IamException refusal
            && refusal.code() != ErrorCode.DEPENDENCY_UNAVAILABLE
        ? failure
        : IamException.dependencyUnavailable(new TransactionTimeoutException(failure));
  }

  private static <T> T translated(Supplier<T> work, WriteOutcome outcome) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      IamException refusal = DatabaseFailure.refusal(e, outcome);
      throw refusal == null ? e : refusal;
    }
  }

  private void beginNew() {
    try {
      manager.begin();
    } catch (Exception e) {
      throw new IllegalStateException("could not begin a transaction", e);
    }
  }

  private void commit() {
    try {
      if (manager.getStatus() != Status.STATUS_ACTIVE) {
        // Timed out, or marked for rollback by a layer below: nothing will be written.
        RuntimeException reason =
            isTimedOut()
                ? new TransactionTimeoutException(null)
                : new IllegalStateException("the transaction was marked for rollback");
        rollback();
        throw IamException.dependencyUnavailable(reason);
      }
      manager.commit();
    } catch (IamException e) {
      throw e;
    } catch (Exception e) {
      // Constraints are checked by the statements themselves, none is deferred: this failure is
      // that of the COMMIT itself, and the server may have carried it out.
      throw IamException.dependencyUnavailable(WriteOutcome.UNKNOWN, e);
    }
  }

  private void rollback() {
    try {
      manager.rollback();
    } catch (SystemException | RuntimeException e) {
      // The server rolls back by itself when the connection is gone.
      LOG.debug("a rollback was not acknowledged", e);
    }
  }
}

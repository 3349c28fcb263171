package io.iamplane.change;

import static io.iamplane.database.DatabaseFailure.OUTDATED;

import io.iamplane.change.ChangeSealer.Sealed;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.database.CombinedWrites;
import io.iamplane.database.CombinedWrites.Outcome;
import io.iamplane.database.DatabaseFailure;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.database.MemoryTransaction.NeedsDatabaseException;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.database.Transactions;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WriteOutcome;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Seals and writes batches, on the thread of their first change: with those of other tenants if all
 * that they write is known, else in a transaction of their own.
 */
@Singleton
class BatchWriter {

  private static final Logger LOG = Logger.getLogger(BatchWriter.class);

  /**
   * The longest wait for the end of a batch: the time of a transaction and the time in which its
   * COMMIT is answered, together and some more.
   */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Transactions transactions;
  private final TenantLocks locks;
  private final ChangeSealer sealer;
  private final ExpectedTenants expected;
  private final CombinedWrites combined;
  private final WriteQueue queue;

  BatchWriter(
      Transactions transactions,
      TenantLocks locks,
      ChangeSealer sealer,
      ExpectedTenants expected,
      CombinedWrites combined,
      WriteQueue queue) {
    this.transactions = transactions;
    this.locks = locks;
    this.sealer = sealer;
    this.expected = expected;
    this.combined = combined;
    this.queue = queue;
  }

  /** The same on another queue, written in another way: a test's that knows its batches. */
  BatchWriter with(CombinedWrites others, WriteQueue line) {
    return new BatchWriter(transactions, locks, sealer, expected, others, line);
  }

  /** The result of a change, which may be null. */
  record Done<T>(T value) {}

  /** A batch that starts from the expected state of a tenant; null if that is not known. */
  @Nullable Batch begun(OrganizationId organization, int most) {
    long locksBefore = expected.locks(organization);
    return expected
        .of(organization)
        .map(known -> new Batch(new TenantChanges(organization, known), most, locksBefore))
        .orElse(null);
  }

  /**
   * The result of a change in memory; null if it has to be done in a transaction.
   *
   * @param isLocked true if the present thread has locked the tenant
   */
  <T> @Nullable Done<T> computed(Batch batch, boolean isLocked, Supplier<T> work) {
    try {
      return new Done<>(batch.compute(locks, isLocked, work));
    } catch (RuntimeException e) {
      // A refusal is answered by the tables: memory may be behind them.
      LOG.debug("could not make a change in memory; repeating it in a transaction", e);
      return null;
    }
  }

  /** Runs work in a transaction; the next change can start from where it leaves the tenant. */
  <T> T alone(OrganizationId organization, Supplier<T> work) {
    TenantLocks.OpenTenants open = new TenantLocks.OpenTenants();
    try (Shield shield = new Shield()) {
      shield.raise();
      T result =
          transactions.call(() -> {
            T done = work.get();
            shield.raise();
            locks.open().of(organization).ifPresent(open::add);
            return done;
          });
      open.of(organization).ifPresent(expected::know);
      return result;
    }
  }

  /**
   * Carries out a change of a tenant that is not known, once a transaction has locked the tenant;
   * if it is done in memory, those that wait join it. Has the turn, and gives it back. Null if the
   * change has to be done again.
   */
  <T> @Nullable Done<T> locked(OrganizationId organization, int most, Supplier<T> work) {
    Batch[] opened = new Batch[1];
    try {
      queue.awaitEarlier(organization, PATIENCE);
      T result =
          alone(
              organization,
              () -> {
                TenantChanges tenant = locks.lock(organization).orElseThrow(IamException::notFound);
                Batch batch = new Batch(tenant, most, 0);
                Done<T> first = computed(batch, true, work);
                if (first == null) {
                  return work.get();
                }
                queue.open(batch);
                opened[0] = batch;
                queue.giveBack(organization);
                gathered(batch);
                return first.value();
              });
      if (opened[0] != null) {
        committed(opened[0]);
      }
      return new Done<>(result);
    } catch (RuntimeException | Error e) {
      if (opened[0] == null) {
        throw e;
      }
      failed(opened[0], e);
      opened[0].isCommitted(PATIENCE);
      return null;
    } finally {
      if (opened[0] == null) {
        queue.giveBack(organization);
      } else {
        queue.end(opened[0]);
      }
    }
  }

  /** Writes a batch in the transaction that has locked its tenant, once others have joined it. */
  private void gathered(Batch batch) {
    try (Shield shield = new Shield()) {
      queue.close(batch, PATIENCE);
      shield.raise();
      send(batch, sealed(batch));
    }
  }

  void write(Batch batch) {
    try (Shield shield = new Shield()) {
      write(batch, shield);
    }
  }

  private void write(Batch batch, Shield shield) {
    MemoryTransaction sealing = new MemoryTransaction(false);
    boolean isWritten = false;
    try {
      queue.close(batch, PATIENCE);
      shield.raise();
      isWritten = writeAll(batch, sealing);
      if (!isWritten) {
        batch.again();
      }
    } catch (RuntimeException | Error e) {
      failed(batch, e);
    }
    try {
      if (isWritten) {
        sealing.committed();
      }
    } finally {
      if (isWritten) {
        committed(batch);
      }
      queue.end(batch);
    }
  }

  /** Returns false if the changes rest on others that came to nothing. */
  private boolean writeAll(Batch batch, MemoryTransaction sealing) {
    Expected base = Objects.requireNonNull(batch.tenant().base());
    if (base.isOver().get()) {
      return false;
    }
    Sealed sealed = sealedInMemory(batch, sealing);
    Outcome outcome =
        sealed == null
            ? Outcome.NOTHING
            : combined.write(batch.parcel(sealed.trip()), () -> queue.written(batch));
    switch (outcome) {
      case COMMITTED -> {
        // The others have written it.
      }
      case UNKNOWN ->
          throw IamException.dependencyUnavailable(
              WriteOutcome.UNKNOWN, new IllegalStateException("no response to a COMMIT"));
      case NOTHING -> transactions.run(() -> send(batch, sealed == null ? sealed(batch) : sealed));
    }
    return true;
  }

  /** Null if a tile of the audit log's tree has to be read back. */
  private @Nullable Sealed sealedInMemory(Batch batch, MemoryTransaction sealing) {
    try {
      return sealing.call(() -> sealed(batch));
    } catch (NeedsDatabaseException e) {
      LOG.debug("could not seal a batch in memory; sealing it in a transaction", e);
      return null;
    }
  }

  /** Seals a batch, so that the next one can start from its end. */
  private Sealed sealed(Batch batch) {
    Sealed sealed = sealer.seal(batch.tenant());
    batch.leaves(sealed.left());
    expected.expect(batch.organization(), sealed.left());
    queue.sealed(batch);
    return sealed;
  }

  private void send(Batch batch, Sealed sealed) {
    batch.parcel(sealed.trip()).run();
    queue.written(batch);
  }

  private void committed(Batch batch) {
    expected.committed(batch.organization(), Objects.requireNonNull(batch.left()));
    batch.committed();
  }

  /** Answers an error as unknown: no one can say how far the work came. */
  private void failed(Batch batch, Throwable why) {
    Expected base = batch.tenant().base();
    Expected left = batch.left();
    if (left != null) {
      expected.failed(batch.organization(), left);
    }
    if (base != null && DatabaseFailure.of(why).filter(OUTDATED::equals).isPresent()) {
      expected.refuted(batch.organization(), base, batch.locksBefore());
    }
    if (why instanceof IamException refusal
        && refusal.code() == ErrorCode.DEPENDENCY_UNAVAILABLE
        && !(refusal.getCause() instanceof TransactionTimeoutException)) {
      batch.fail(refusal);
    } else if (why instanceof Error) {
      batch.fail(
          IamException.dependencyUnavailable(
              WriteOutcome.UNKNOWN,
              new IllegalStateException("a batch failed with an error", why)));
    } else {
      LOG.debug("could not write a batch; repeating its changes one at a time", why);
      batch.again();
    }
  }

  /** Keeps interrupts from a thread: one would close the connection that others wait for. */
  private static final class Shield implements AutoCloseable {

    private boolean isInterrupted;

    /** Takes an interrupt off the thread. */
    void raise() {
      isInterrupted |= Thread.interrupted();
    }

    /** Gives the thread back the interrupts that came meanwhile. */
    @Override
    public void close() {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

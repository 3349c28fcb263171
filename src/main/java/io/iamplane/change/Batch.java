package io.iamplane.change;

import io.iamplane.database.MemoryTransaction;
import io.iamplane.database.MemoryTransaction.NeedsDatabaseException;
import io.iamplane.database.RoundTrip;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WriteOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one tenant that were carried out in memory, one after another, and commit together.
 * {@link WriteQueue} orders the threads that use it.
 */
final class Batch {

  /** The records of all fit into one slice (see {@link TraceMaker}). */
  private static final int MOST_EFFECTS = 192;

  /** A larger change gains little. */
  private static final int MOST_EFFECTS_EACH = 64;

  private final TenantChanges tenant;
  private final int most;
  private final long locksBefore;
  private final List<MemoryTransaction> inMemory = new ArrayList<>();

  /** True once the changes are committed, false if each is to be done again. */
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();

  private boolean hasTurn;
  private ExpectedTenants.@Nullable Expected left;
  private boolean isWritten;

  /**
   * @param tenant the state that its first change starts from
   * @param locksBefore see {@link ExpectedTenants#refuted}
   */
  Batch(TenantChanges tenant, int most, long locksBefore) {
    this.tenant = tenant;
    this.most = most;
    this.locksBefore = locksBefore;
  }

  OrganizationId organization() {
    return tenant.organization();
  }

  TenantChanges tenant() {
    return tenant;
  }

  long locksBefore() {
    return locksBefore;
  }

  boolean hasRoom() {
    return inMemory.size() < most && tenant.unsealedEffects() <= MOST_EFFECTS - MOST_EFFECTS_EACH;
  }

  /**
   * Carries a change out in memory, after the earlier ones. A change that fails leaves nothing.
   *
   * @param isLocked true if the present thread has locked the tenant
   * @param work finds the tenant among the {@link TenantLocks.OpenTenants}
   * @throws RuntimeException if the change has to be done in a transaction
   */
  <T> T compute(TenantLocks locks, boolean isLocked, Supplier<T> work) {
    TenantChanges own = tenant.copy();
    MemoryTransaction memory = new MemoryTransaction(isLocked);
    T result =
        memory.call(() -> {
          locks.open().add(own);
          return work.get();
        });
    int effects = own.unsealedEffects() - tenant.unsealedEffects();
    // Without any effect so far, no write would confirm the state that the answer rests on.
    if (effects > MOST_EFFECTS_EACH || own.unsealed().isEmpty()) {
      throw new NeedsDatabaseException();
    }
    tenant.take(own);
    inMemory.add(memory);
    return result;
  }

  /** All writes of the batch, behind those that seal it: they fail in another state. */
  RoundTrip parcel(RoundTrip sealing) {
    return sealing.with(inMemory);
  }

  void leaves(ExpectedTenants.Expected state) {
    left = state;
  }

  /** The state of the tenant after the batch; null before it is sealed. */
  ExpectedTenants.@Nullable Expected left() {
    return left;
  }

  /** Sets whether its leader has the turn, and returns if it had. */
  boolean taken(boolean now) {
    boolean before = hasTurn;
    hasTurn = now;
    return before;
  }

  void written() {
    isWritten = true;
  }

  boolean isWritten() {
    return isWritten;
  }

  void committed() {
    try {
      inMemory.forEach(MemoryTransaction::committed);
    } finally {
      end.complete(true);
    }
  }

  /** The changes are not in the database, and each is to be done again. */
  void again() {
    end.complete(false);
  }

  /** The answer to all changes is this failure, also when their commit was known before. */
  void fail(RuntimeException why) {
    end.obtrudeException(why);
  }

  /**
   * Waits for the end.
   *
   * @param patience longer than a transaction lasts
   * @return false if the change has to be done again
   * @throws IamException DEPENDENCY_UNAVAILABLE with the outcome
   */
  boolean isCommitted(Duration patience) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return end.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          // The outcome is not known before the end.
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw IamException.dependencyUnavailable(
          WriteOutcome.UNKNOWN, new IllegalStateException("the batch did not end in time"));
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

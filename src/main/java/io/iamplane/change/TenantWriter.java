package io.iamplane.change;

import io.iamplane.change.BatchWriter.Done;
import io.iamplane.change.WriteQueue.Kind;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The door to every transaction that writes. A change over facts is carried out in memory, on its
 * caller's own thread, and committed in a {@link Batch} with others. Any other change, and one that
 * failed there, has a transaction of its own under the tenant's lock.
 */
@Singleton
public class TenantWriter {

  private final Transactions transactions;
  private final BatchWriter batches;
  private final WriteQueue queue;
  private final int most;

  TenantWriter(
      Transactions transactions, BatchWriter batches, WriteQueue queue, ChangeConfig config) {
    this.transactions = transactions;
    this.batches = batches;
    this.queue = queue;
    this.most = config.groupSize();
  }

  /**
   * Runs work in the current transaction, if there is one. Otherwise waits for a turn and runs the
   * work in a transaction of its own.
   *
   * @param organization whose changes take turns
   * @param caller takes turns with the organization's other callers
   * @throws IamException TOO_MANY_REQUESTS if too many wait, CONFLICT if no turn came in time;
   *     nothing was applied then. DEPENDENCY_UNAVAILABLE with the outcome if the database fails
   */
  public <T> T write(OrganizationId organization, SubjectRef caller, Supplier<T> work) {
    if (transactions.active()) {
      return transactions.call(work);
    }
    transactions.requireNone();
    return alone(organization, caller, Kind.ALONE, work);
  }

  /**
   * Runs the work of a change like {@link #write(OrganizationId, SubjectRef, Supplier)}; that of a
   * change over facts in memory first. It then runs once more in a transaction if it asks the
   * database or is refused, or if the batch that it was in cannot be written.
   */
  <T> T write(Change<?> change, Supplier<T> work) {
    OrganizationId organization = change.organization();
    SubjectRef caller = change.caller().subject();
    if (!change.isOverFacts() || most == 1 || transactions.active()) {
      return write(organization, caller, work);
    }
    transactions.requireNone();
    queue.take(organization, caller, Kind.TOGETHER);
    Batch open = queue.joinable(organization);
    Batch batch = open == null ? batches.begun(organization, most) : open;
    if (batch == null) {
      Done<T> done = batches.locked(organization, most, work);
      return done == null ? alone(organization, caller, Kind.AGAIN, work) : done.value();
    }
    Done<T> done = computed(batch, batch != open, work);
    if (done == null) {
      return alone(organization, caller, Kind.AGAIN, work);
    }
    if (batch != open) {
      batches.write(batch);
    }
    return batch.isCommitted(BatchWriter.PATIENCE)
        ? done.value()
        : alone(organization, caller, Kind.AGAIN, work);
  }

  private <T> @Nullable Done<T> computed(Batch batch, boolean isNew, Supplier<T> work) {
    try {
      Done<T> done = batches.computed(batch, false, work);
      if (isNew && done != null) {
        queue.open(batch);
      }
      return done;
    } finally {
      queue.giveBack(batch.organization());
    }
  }

  private <T> T alone(OrganizationId organization, SubjectRef caller, Kind kind, Supplier<T> work) {
    queue.take(organization, caller, kind);
    try {
      return batches.alone(organization, work);
    } finally {
      queue.ended(organization);
    }
  }
}

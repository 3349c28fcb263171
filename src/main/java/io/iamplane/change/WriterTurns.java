package io.iamplane.change;

import io.iamplane.database.FairPermits;
import io.iamplane.database.PoolConfig;
import io.iamplane.database.Transactions;
import io.iamplane.database.WaitingRoom;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WriteOutcome;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;

/**
 * The door to every transaction that writes. A tenant's changes follow one another under a lock; a
 * writer that waits for it in the database holds a connection, so that only a few of a tenant's
 * writers get that far. The others wait here, where they hold nothing that another tenant needs:
 * their callers take turns, their number is bounded, and so is their time.
 */
@ApplicationScoped
public class WriterTurns {

  private final Transactions transactions;
  private final FairPermits<OrganizationId> turns;

  WriterTurns(Transactions transactions, PoolConfig config, WaitingRoom room) {
    this.transactions = transactions;
    this.turns = new FairPermits<>(config.writersPerTenant(), config.writerDeadline(), room);
  }

  /**
   * Runs work in the current transaction, which had its turn; otherwise waits for one and runs the
   * work in a transaction of its own.
   *
   * @param organization whose changes take turns
   * @param caller takes turns with the organization's other callers
   * @throws IamException TOO_MANY_REQUESTS when too many wait, CONFLICT when no turn came in time;
   *     nothing was applied then
   */
  public <T> T write(OrganizationId organization, SubjectRef caller, Supplier<T> work) {
    if (transactions.active()) {
      return transactions.call(work);
    }
    switch (turns.take(organization, caller, organization)) {
      case GRANTED -> {
        // Its turn.
      }
      case FULL ->
          throw notApplied(
              IamException.of(
                      ErrorCode.TOO_MANY_REQUESTS,
                      "Too many changes of this organization are waiting; retry later.")
                  .with("retry_after", "1"));
      case LATE ->
          throw notApplied(
              IamException.conflict("Other changes of this organization took too long; retry."));
    }
    try {
      return transactions.call(work);
    } finally {
      turns.giveBack(organization);
    }
  }

  private static IamException notApplied(IamException refusal) {
    return refusal.with("outcome", WriteOutcome.NOT_APPLIED.wire());
  }
}

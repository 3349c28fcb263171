package io.iamplane.audit.verification;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

/**
 * Keeps findings open until an operator of the platform acknowledges them; later verifications do
 * not close them. The acknowledgement is recorded in the platform's chain, and nowhere else, so
 * that it cannot be made up without a record.
 */
@Singleton
public class FindingService {

  /** The target type of findings in audit records; the id is its verification's. */
  static final String TARGET = "audit_finding";

  private static final int LONGEST_REASON = 1_000;

  private final VerificationStore store;
  private final Changes changes;
  private final Transactions transactions;

  FindingService(VerificationStore store, Changes changes, Transactions transactions) {
    this.store = store;
    this.changes = changes;
    this.transactions = transactions;
  }

  /** The open findings of a chain, each once, in the order in which they were found last. */
  public List<OpenFinding> open(OrganizationId organization) {
    return transactions.call(() -> store.open(organization));
  }

  public boolean anyOpen() {
    return transactions.call(store::anyOpen);
  }

  /**
   * Closes a finding. A verification that finds the same again opens it again.
   *
   * @param caller an operator of the platform
   * @param id of any verification that found it
   * @throws IamException NOT_FOUND when no verification of this id found anything; CONFLICT when
   *     the finding is not open; VALIDATION for a reason that is blank or too long
   */
  public Acknowledgement acknowledge(Caller caller, UUID id, String reason) {
    if (reason.isBlank() || reason.length() > LONGEST_REASON) {
      throw IamException.validation(
          "reason", "must be 1 to %d characters long and not blank".formatted(LONGEST_REASON));
    }
    return changes.record(
        Change.operational(
            caller, caller.organization(), recording -> acknowledge(recording, id, reason)));
  }

  private Acknowledgement acknowledge(Recording recording, UUID id, String reason) {
    OpenFinding named = store.byId(id).orElseThrow(IamException::notFound);
    OpenFinding open =
        store.open(named.organization()).stream()
            .filter(each -> each.finding().equals(named.finding()))
            .findFirst()
            .orElseThrow(() -> IamException.conflict("The finding is already acknowledged."));
    Acknowledgement acknowledgement = Acknowledgement.of(open, reason.strip());
    recording.add(
        Effect.created(
            EventType.AUDIT_FINDING_ACKNOWLEDGED, TARGET, acknowledgement.id(), acknowledgement));
    return acknowledgement;
  }
}

package io.iamplane.audit.verification;

import io.iamplane.chain.EventType;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the results of verifications, and announces a broken chain, in one transaction: in the
 * chain of the platform, once for each finding until it is acknowledged, and only while that chain
 * is itself valid. A finding is its cause, its record, and its expected and found value. None of
 * this can fail for the caller; failures are logged.
 */
@Singleton
class ChainAlarm {

  private static final Logger LOG = Logger.getLogger(ChainAlarm.class);
  private static final String TARGET = "audit_chain";

  private final VerificationStore store;
  private final ChainVerifier verifier;
  private final Changes changes;
  private final Transactions transactions;

  ChainAlarm(
      VerificationStore store, ChainVerifier verifier, Changes changes, Transactions transactions) {
    this.store = store;
    this.verifier = verifier;
    this.changes = changes;
    this.transactions = transactions;
  }

  /**
   * Keeps an outcome, and announces it if it is a finding that the platform does not know.
   *
   * @param caller null where there is no platform organization; of a tenant, nothing is announced
   */
  void tell(@Nullable Caller caller, Verification verification) {
    Finding finding = verification.finding();
    if (finding != null) {
      LOG.errorf(
          "the audit chain of %s is broken at record %d: %s",
          verification.organization(), finding.seq(), finding.cause().wire());
    }
    if (caller == null || !caller.platform()) {
      keep(verification, false);
    } else if (finding == null || isKnown(verification.organization(), finding)) {
      keep(verification, true);
    } else if (!announced(caller, verification)) {
      keep(verification, false);
    }
  }

  private void keep(Verification verification, boolean announced) {
    try {
      transactions.run(() -> store.insert(verification, announced));
    } catch (RuntimeException e) {
      LOG.errorf(
          e,
          "could not store the result of verifying the audit chain of %s",
          verification.organization());
    }
  }

  private boolean isKnown(OrganizationId organization, Finding finding) {
    try {
      return transactions.call(() -> store.isAnnounced(organization, finding));
    } catch (RuntimeException e) {
      LOG.error("treating the finding as new because the earlier ones could not be read", e);
      return false;
    }
  }

  private boolean announced(Caller caller, Verification verification) {
    try {
      if (isOwnChain(caller, verification) || !holds(caller.organization())) {
        LOG.error(
            "the platform's own audit chain is broken, so the finding is neither recorded in it nor"
                + " reported as an event");
        return false;
      }
      transactions.run(() -> {
        store.insert(verification, true);
        changes.record(announcement(caller, verification));
      });
      return true;
    } catch (RuntimeException e) {
      LOG.errorf(
          e,
          "could not announce the broken audit chain of %s (the next verification will retry)",
          verification.organization());
      return false;
    }
  }

  /** Returns true if the platform's own chain is broken, and not just its surroundings. */
  private static boolean isOwnChain(Caller caller, Verification verification) {
    Finding finding = verification.finding();
    return verification.organization().equals(caller.organization())
        && finding != null
        && finding.cause().isOfChain();
  }

  /** A record at the end of a chain that broke would bury the evidence. */
  private boolean holds(OrganizationId platform) {
    return verifier.verify(platform, new ChainVerifier.Plan(false, List.of(), null)).valid();
  }

  private static Change<Boolean> announcement(Caller caller, Verification verification) {
    return Change.operational(
        caller,
        caller.organization(),
        recording -> {
          recording.add(
              Effect.created(
                  EventType.AUDIT_CHAIN_BROKEN,
                  TARGET,
                  verification.organization().toString(),
                  VerificationView.of(verification)));
          return true;
        });
  }
}

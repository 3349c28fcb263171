package io.iamplane.auditor;

import io.iamplane.audit.EventType;
import io.iamplane.audit.checkpoint.StoredCheckpoint;
import io.iamplane.audit.verify.ChainVerifier;
import io.iamplane.audit.verify.Finding;
import io.iamplane.audit.verify.Verification;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Verifies chains, keeps what was found, and announces a chain that broke. */
@ApplicationScoped
public class VerificationService {

  private static final Logger LOG = Logger.getLogger(VerificationService.class);
  private static final String TARGET = "audit_chain";

  private final ChainVerifier verifier;
  private final VerificationStore store;
  private final Changes changes;
  private final Transactions transactions;
  private final Anchor anchor;

  VerificationService(
      ChainVerifier verifier,
      VerificationStore store,
      Changes changes,
      Transactions transactions,
      Anchor anchor) {
    this.verifier = verifier;
    this.store = store;
    this.changes = changes;
    this.transactions = transactions;
    this.anchor = anchor;
  }

  /**
   * How to verify.
   *
   * @param full from the first record on, not from the last checkpoint
   * @param anchor a directory of checkpoints; null for the one of the settings, if any
   * @param deadline until when; null for as long as it takes
   */
  public record Request(boolean full, @Nullable Path anchor, @Nullable Instant deadline) {}

  /**
   * Verifies one chain. A finding that the verification before did not have is announced in the
   * chain of the platform, since nobody should append to one that is broken.
   *
   * @param caller of the platform organization
   * @throws AnchorException when the anchor cannot be read
   * @throws io.iamplane.audit.verify.VerificationTimeoutException when the deadline passed
   */
  public Verification verify(Caller caller, OrganizationId organization, Request request) {
    List<StoredCheckpoint> anchored =
        directory(request).map(each -> each.read(organization)).orElse(List.of());
    Verification verification =
        verifier.verify(
            organization, new ChainVerifier.Plan(request.full(), anchored, request.deadline()));
    boolean isNew =
        transactions.call(() -> {
          Optional<VerificationStore.Outcome> before = store.last(organization);
          store.insert(verification);
          return !before.equals(Optional.of(VerificationStore.Outcome.of(verification)));
        });
    if (!verification.valid()) {
      tell(caller, verification, isNew);
    }
    return verification;
  }

  private Optional<AnchorDirectory> directory(Request request) {
    return request.anchor() == null
        ? anchor.directory()
        : Optional.of(new AnchorDirectory(request.anchor()));
  }

  private void tell(Caller caller, Verification verification, boolean isNew) {
    Finding finding = verification.finding();
    LOG.errorf(
        "the audit chain of %s is broken at record %d: %s",
        verification.organization(), finding.seq(), finding.cause().wire());
    if (isNew && caller.platform()) {
      changes.record(
          Change.operational(
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
              }));
    }
  }
}

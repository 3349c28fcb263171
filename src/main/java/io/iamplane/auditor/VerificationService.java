package io.iamplane.auditor;

import io.iamplane.audit.ChainHead;
import io.iamplane.audit.checkpoint.StoredCheckpoint;
import io.iamplane.audit.verify.Cause;
import io.iamplane.audit.verify.ChainVerifier;
import io.iamplane.audit.verify.Finding;
import io.iamplane.audit.verify.Verification;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies chains, and finds those whose organization is gone. */
@ApplicationScoped
public class VerificationService {

  private final ChainVerifier verifier;
  private final ChainAlarm alarm;
  private final VerificationStore store;
  private final AnchoredCheckpoints anchor;
  private final Transactions transactions;
  private final Clock clock;

  VerificationService(
      ChainVerifier verifier,
      ChainAlarm alarm,
      VerificationStore store,
      AnchoredCheckpoints anchor,
      Transactions transactions,
      Clock clock) {
    this.verifier = verifier;
    this.alarm = alarm;
    this.store = store;
    this.anchor = anchor;
    this.transactions = transactions;
    this.clock = clock;
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
   * Verifies one chain. What was found is kept, and a finding that the platform does not know yet
   * is announced when a caller of the platform verifies.
   *
   * @param caller null where there is no platform organization
   * @throws AnchorException when the anchor cannot be read, and the chain holds without it
   * @throws io.iamplane.audit.verify.VerificationTimeoutException when the deadline passed
   */
  public Verification verify(
      @Nullable Caller caller, OrganizationId organization, Request request) {
    List<StoredCheckpoint> anchored = List.of();
    AnchorException unread = null;
    try {
      anchored = anchor.read(organization, request.anchor(), request.full());
    } catch (AnchorException e) {
      unread = e;
    }
    Verification verification =
        verifier.verify(
            organization, new ChainVerifier.Plan(request.full(), anchored, request.deadline()));
    if (unread != null && verification.valid()) {
      throw unread;
    }
    alarm.tell(caller, verification);
    return verification;
  }

  /**
   * Organizations that the anchor knows and the database does not.
   *
   * @param directory null for the one of the settings, if any
   * @throws AnchorException when it cannot be read
   */
  public List<OrganizationId> anchoredAndGone(@Nullable Path directory) {
    List<OrganizationId> anchored = anchor.organizations(directory);
    return transactions.call(() -> store.unknown(anchored));
  }

  /** Organizations that have a head, records or checkpoints, and no row of their own. */
  public List<OrganizationId> chainedAndGone() {
    return transactions.call(store::chainsOfNobody);
  }

  /** What is wrong with the chain of an organization that is not there; kept and announced too. */
  public Verification gone(@Nullable Caller caller, OrganizationId organization) {
    Instant now = clock.instant();
    Verification verification =
        new Verification(
            UuidV7.next(),
            organization,
            now,
            now,
            false,
            1,
            0,
            HexFormat.of().formatHex(ChainHead.genesis(organization).hash()),
            0,
            new Finding(Cause.ANCHOR_MISMATCH, 1, "an organization of this id", null));
    alarm.tell(caller, verification);
    return verification;
  }
}

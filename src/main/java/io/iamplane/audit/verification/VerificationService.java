package io.iamplane.audit.verification;

import io.iamplane.audit.checkpoint.AnchorException;
import io.iamplane.audit.checkpoint.AnchoredCheckpoints;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Verifies chains, and finds chains of missing organizations. */
@Singleton
public class VerificationService {

  private static final Logger LOG = Logger.getLogger(VerificationService.class);

  private final ChainCheck chains;
  private final ChainAlarm alarm;
  private final VerificationStore store;
  private final AnchoredCheckpoints anchor;
  private final Transactions transactions;
  private final Clock clock;

  VerificationService(
      ChainCheck chains,
      ChainAlarm alarm,
      VerificationStore store,
      AnchoredCheckpoints anchor,
      Transactions transactions,
      Clock clock) {
    this.chains = chains;
    this.alarm = alarm;
    this.store = store;
    this.anchor = anchor;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * The options of a verification.
   *
   * @param full true to verify from the first record instead of the last checkpoint, with all
   *     sealed decisions
   * @param anchor a directory of checkpoints; null for the one of the settings, if any
   * @param deadline the time limit; null for none
   */
  public record Request(boolean full, @Nullable Path anchor, @Nullable Instant deadline) {}

  /**
   * Verifies one chain, and the recorded decisions that it vouches for; one that the anchor does
   * not have yet is verified from the first record on. The result is kept, and a finding that the
   * platform does not know yet is announced if the caller is of the platform. Earlier open findings
   * count as well. If the deadline passes during the comparison of decisions, the answer says so,
   * and an outcome without a finding is not kept.
   *
   * @param caller null without a platform organization
   * @throws AnchorException if the anchor cannot be read, and the chain holds without it
   * @throws io.iamplane.chain.verifier.VerificationTimeoutException if the deadline passed before
   *     the chain was verified
   */
  public VerifiedChain verify(
      @Nullable Caller caller, OrganizationId organization, Request request) {
    List<StoredCheckpoint> anchored = List.of();
    AnchorException unread = null;
    boolean full = request.full();
    try {
      anchored = anchor.read(organization, request.anchor(), request.full());
      // An anchor may lack a chain while that is young, which its first record proves.
      full |= anchored.isEmpty() && anchor.isNamed(request.anchor());
    } catch (AnchorException e) {
      unread = e;
    }
    ChainCheck.Outcome found =
        chains.check(organization, new ChainVerifier.Plan(full, anchored, request.deadline()));
    if (unread != null && found.verification().valid()) {
      throw unread;
    }
    if (found.complete() || !found.verification().valid()) {
      alarm.tell(caller, found.verification());
      found.others().forEach(each -> alarm.tell(caller, each));
    }
    return new VerifiedChain(found.verification(), open(found.verification()), found.decisions());
  }

  /** Keeps and announces a verification made elsewhere, as {@link #verify} does. */
  public VerifiedChain keep(@Nullable Caller caller, Verification verification) {
    alarm.tell(caller, verification);
    return new VerifiedChain(verification, open(verification), null);
  }

  private List<OpenFinding> open(Verification verification) {
    try {
      return transactions.call(() -> store.open(verification.organization()));
    } catch (RuntimeException e) {
      if (verification.valid()) {
        throw e;
      }
      LOG.errorf(
          e,
          "reporting only the new finding about %s because the earlier ones could not be read",
          verification.organization());
      return List.of();
    }
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

  /** Organizations of which something was found that is open, and which have no row. */
  public List<OrganizationId> foundAndGone() {
    return transactions.call(() ->
        store.missingOrganizations().stream().filter(each -> !store.open(each).isEmpty()).toList());
  }

  /** Reports a chain without its organization as a finding; kept and announced too. */
  public VerifiedChain gone(@Nullable Caller caller, OrganizationId organization) {
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
            new Finding(FindingCause.ANCHOR_MISMATCH, 1, "an organization with this id", null));
    return keep(caller, verification);
  }
}

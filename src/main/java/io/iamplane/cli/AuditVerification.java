package io.iamplane.cli;

import io.iamplane.audit.verification.FindingService;
import io.iamplane.audit.verification.OpenFinding;
import io.iamplane.audit.verification.OpenFindingView;
import io.iamplane.audit.verification.VerificationService;
import io.iamplane.audit.verification.VerificationView;
import io.iamplane.audit.verification.VerifiedChain;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Verifies one chain or all, and reports in the words of {@code iam:audit:verify}. */
@Singleton
class AuditVerification {

  private final AuditChains chains;
  private final VerificationService verifications;
  private final FindingService findings;
  private final UnusedDatabase database;

  AuditVerification(
      AuditChains chains,
      VerificationService verifications,
      FindingService findings,
      UnusedDatabase database) {
    this.database = database;
    this.chains = chains;
    this.verifications = verifications;
    this.findings = findings;
  }

  /**
   * Verifies the chain of a key or id, or all; the actor makes the caller, given the platform
   * organization. A {@link CommandException} if the chains cannot be listed.
   */
  AuditReport<VerificationView> of(
      @Nullable String organization,
      VerificationService.Request request,
      Function<OrganizationId, Caller> actor) {
    return Failures.unknownIfRefused(() -> verify(organization, request, actor));
  }

  private AuditReport<VerificationView> verify(
      @Nullable String organization,
      VerificationService.Request request,
      Function<OrganizationId, Caller> actor) {
    AuditReport<VerificationView> report = new AuditReport<>();
    List<AuditChains.Chain> named = chains.named(organization);
    boolean unused = database.isOne();
    Caller caller = chains.caller(actor).orElse(null);
    for (AuditChains.Chain chain : AuditChains.inTurn(named, "verifying")) {
      report.attempt(chain, () -> verify(report, caller, chain, request));
    }
    if (organization == null) {
      for (AuditChains.Chain chain : chains.gone(request.anchor(), report)) {
        report.attempt(chain, () -> add(report, chain, verifications.gone(caller, chain.id())));
      }
      if (caller == null && report.isEmpty()) {
        String nothing = "there is nothing to verify: the database has no platform organization";
        report.fail(nothing, unused);
      } else if (caller == null) {
        report.fail("the database has no platform organization");
      }
    }
    return report;
  }

  private void verify(
      AuditReport<VerificationView> report,
      @Nullable Caller caller,
      AuditChains.Chain chain,
      VerificationService.Request request) {
    VerifiedChain found;
    try {
      found = verifications.verify(caller, chain.id(), request);
    } catch (RuntimeException e) {
      known(chain).forEach(each -> report.brokenBefore(open(chain, OpenFindingView.of(each))));
      throw e;
    }
    add(report, chain, found);
  }

  private List<OpenFinding> known(AuditChains.Chain chain) {
    try {
      return findings.open(chain.id());
    } catch (RuntimeException e) {
      // What kept the chain from being verified is reported, and is likely the same.
      return List.of();
    }
  }

  private static void add(
      AuditReport<VerificationView> report, AuditChains.Chain chain, VerifiedChain found) {
    VerificationView view = VerificationView.of(found);
    if (view.valid()) {
      report.whole(view, whole(chain, view));
      return;
    }
    List<OpenFindingView> open =
        view.openFindings() == null ? List.<OpenFindingView>of() : view.openFindings();
    boolean isNow = view.cause() != null;
    report.broken(view, isNow ? broken(chain, view) : nothingNew(chain, view));
    open.forEach(each -> report.note(open(chain, each)));
  }

  private static String whole(AuditChains.Chain chain, VerificationView view) {
    return "%s: intact, %s%s".formatted(chain.key(), read(view), decisions(view));
  }

  /** Describes the recorded decisions that a run compared, if any. */
  private static String decisions(VerificationView view) {
    VerificationView.ComparedDecisionsView decisions = view.decisions();
    return decisions == null || decisions.seals() == 0
        ? ""
        : ", %d decision seals, %d of %d blocks read"
            .formatted(decisions.seals(), decisions.blocksRead(), decisions.blocks());
  }

  /** Describes the records that a run read, and the checkpoint that covers the earlier ones. */
  private static String read(VerificationView view) {
    long before = view.fromSeq() - 1;
    if (view.full()) {
      return "records %d to %d".formatted(Math.min(view.fromSeq(), view.toSeq()), view.toSeq());
    }
    return records(view) == 0
        ? "no records since the checkpoint at record %d".formatted(before)
        : "records %d to %d, since the checkpoint at record %d"
            .formatted(view.fromSeq(), view.toSeq(), before);
  }

  private static String broken(AuditChains.Chain chain, VerificationView view) {
    return "%s: BROKEN at record %d: %s, expected %s, found %s%s"
        .formatted(
            chain.key(),
            view.seq(),
            view.cause() == null ? "" : view.cause().wire(),
            view.expected(),
            view.found() == null ? "nothing" : view.found(),
            more(view));
  }

  /** The number of findings about decisions, of which the first of each cause is listed. */
  private static String more(VerificationView view) {
    VerificationView.ComparedDecisionsView decisions = view.decisions();
    return decisions == null || decisions.findings() < 2
        ? ""
        : " (%d findings about decisions)".formatted(decisions.findings());
  }

  private static String nothingNew(AuditChains.Chain chain, VerificationView view) {
    return "%s: BROKEN earlier: this run found nothing (%s), but an earlier finding is still open"
        .formatted(chain.key(), read(view));
  }

  private static String open(AuditChains.Chain chain, OpenFindingView open) {
    return "%s: OPEN %s, detected %s: %s at record %d, expected %s, found %s"
        .formatted(
            chain.key(),
            open.id(),
            open.foundAt(),
            open.cause().wire(),
            open.seq(),
            open.expected(),
            open.found() == null ? "nothing" : open.found());
  }

  static long records(VerificationView view) {
    return Math.max(0, view.toSeq() - view.fromSeq() + 1);
  }
}

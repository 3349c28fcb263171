package io.iamplane.cli;

import io.iamplane.audit.verification.FindingService;
import io.iamplane.audit.verification.OpenFinding;
import io.iamplane.audit.verification.OpenFindingView;
import io.iamplane.audit.verification.VerificationService;
import io.iamplane.audit.verification.VerificationView;
import io.iamplane.audit.verification.VerifiedChain;
import io.iamplane.shared.Caller;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:audit:verify}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:verify",
    header = "Verify audit chains.",
    description = {
      "%nBegins at the last checkpoint whose signature holds, or with --full at the first record.",
      "Reads one snapshot of the database and blocks no writer. A rewrite after the last "
          + "checkpoint",
      "cannot be detected; a restored backup only with an anchor. What a run found",
      "counts in every later run until iam:audit:acknowledge closes it."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all chains are intact, and no finding is open",
      "1:a chain is broken, or a finding is open: place and cause are on standard output",
      "2:wrong usage: arguments or settings",
      "3:could not verify, which is neither broken nor intact"
    },
    footerHeading = "%nExample:%n",
    footer = "  iam iam:audit:verify --full --anchor /mnt/anchor --json")
final class AuditVerifyCommand extends JsonCommand implements Callable<Integer> {

  private final AuditChains chains;
  private final VerificationService verifications;
  private final FindingService findings;
  private final Output output;

  @ArgGroup Which which = new Which();

  /** One chain or all. */
  static final class Which {

    @Option(
        names = "--organization",
        paramLabel = "KEY",
        description = "Key or id of one organization.")
    @Nullable String organization;

    @Option(names = "--all", description = "Every organization; the default.")
    boolean all;
  }

  @Option(names = "--full", description = "Start at the first record, not at the last checkpoint.")
  boolean full;

  @Option(
      names = "--anchor",
      paramLabel = "DIR",
      description = "Compare with the checkpoints in this directory too; else IAM_AUDIT_ANCHOR.")
  @Nullable Path anchor;

  AuditVerifyCommand(
      AuditChains chains,
      VerificationService verifications,
      FindingService findings,
      Output output) {
    this.chains = chains;
    this.findings = findings;
    this.verifications = verifications;
    this.output = output;
  }

  /**
   * What {@code --json} prints.
   *
   * @param valid whether every chain was verified and holds, and nothing is open
   * @param covered what that says something about
   */
  @RegisterForReflection
  record View(
      boolean valid,
      CoveredView covered,
      List<VerificationView> chains,
      List<AuditReport.FailedView> failed) {}

  /**
   * What was looked at.
   *
   * @param all whether every organization's chain was to be verified, not one alone
   * @param full whether every chain was read from its first record on; false where one was read
   *     from a checkpoint: the records before it were not looked at
   * @param chains how many were verified
   * @param records how many records were read and hold
   * @param anchored whether copies of checkpoints outside of the database were compared
   */
  @RegisterForReflection
  record CoveredView(boolean all, boolean full, int chains, long records, boolean anchored) {}

  @Override
  public Integer call() {
    AuditReport<VerificationView> report = new AuditReport<>();
    AuditFailures.unknown(() -> {
      verify(report);
      return true;
    });
    if (anchor == null && !chains.isAnchored()) {
      report.note("no anchor: a restored backup would verify (set IAM_AUDIT_ANCHOR)");
    }
    output.print(
        json,
        new View(report.valid(), covered(report.views()), report.views(), report.failed()),
        report.lines());
    return report.end();
  }

  private CoveredView covered(List<VerificationView> views) {
    return new CoveredView(
        which.organization == null,
        !views.isEmpty() && views.stream().allMatch(VerificationView::full),
        views.size(),
        views.stream().mapToLong(AuditVerifyCommand::records).sum(),
        anchor != null || chains.isAnchored());
  }

  private static long records(VerificationView view) {
    return Math.max(0, view.toSeq() - view.fromSeq() + 1);
  }

  private void verify(AuditReport<VerificationView> report) {
    List<AuditChains.Chain> named = chains.named(which.organization);
    Caller caller = chains.caller().orElse(null);
    for (AuditChains.Chain chain : named) {
      report.attempt(chain, () -> verify(report, caller, chain));
    }
    if (which.organization == null) {
      for (AuditChains.Chain chain : chains.gone(anchor, report)) {
        report.attempt(chain, () -> add(report, chain, verifications.gone(caller, chain.id())));
      }
      if (caller == null) {
        report.fail(
            report.isEmpty()
                ? "there is nothing to verify: the database has no platform organization"
                : "the database has no platform organization");
      }
    }
  }

  private void verify(
      AuditReport<VerificationView> report, @Nullable Caller caller, AuditChains.Chain chain) {
    VerifiedChain found;
    try {
      found =
          verifications.verify(
              caller, chain.id(), new VerificationService.Request(full, anchor, null));
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
    return "%s: whole, %s".formatted(chain.key(), read(view));
  }

  /** Which records a run read, and what stands for those before them. */
  private static String read(VerificationView view) {
    long before = view.fromSeq() - 1;
    if (view.full()) {
      return "records %d to %d".formatted(Math.min(view.fromSeq(), view.toSeq()), view.toSeq());
    }
    return records(view) == 0
        ? "no record since the checkpoint of %d".formatted(before)
        : "records %d to %d, since the checkpoint of %d"
            .formatted(view.fromSeq(), view.toSeq(), before);
  }

  private static String broken(AuditChains.Chain chain, VerificationView view) {
    return "%s: BROKEN at record %d: %s, expected %s, found %s"
        .formatted(
            chain.key(),
            view.seq(),
            view.cause() == null ? "" : view.cause().wire(),
            view.expected(),
            view.found() == null ? "nothing" : view.found());
  }

  private static String nothingNew(AuditChains.Chain chain, VerificationView view) {
    return "%s: BROKEN before: this run found nothing (%s), but what is open stays so"
        .formatted(chain.key(), read(view));
  }

  private static String open(AuditChains.Chain chain, OpenFindingView open) {
    return "%s: OPEN %s, found %s: %s at record %d, expected %s, found %s"
        .formatted(
            chain.key(),
            open.id(),
            open.foundAt(),
            open.cause().wire(),
            open.seq(),
            open.expected(),
            open.found() == null ? "nothing" : open.found());
  }
}

package io.iamplane.cli;

import io.iamplane.audit.verify.Verification;
import io.iamplane.auditor.VerificationService;
import io.iamplane.auditor.VerificationView;
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
    header = "Find out whether audit chains are as they were written.",
    description = {
      "%nBegins at the last checkpoint whose signature holds, or with --full at the first record.",
      "Reads one moment of the database and holds up no writer. A rewrite of what lies after the last",
      "checkpoint cannot be seen by anybody; a restored backup only with an anchor."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every chain holds",
      "1:a chain is broken: which, where and why is on standard output",
      "2:wrong usage: arguments or settings",
      "3:could not verify, which is neither broken nor whole"
    },
    footerHeading = "%nExample:%n",
    footer = "  iam iam:audit:verify --full --anchor /mnt/anchor --json")
final class AuditVerifyCommand extends JsonCommand implements Callable<Integer> {

  private final AuditChains chains;
  private final VerificationService verifications;
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

  @Option(names = "--full", description = "From the first record on, not from the last checkpoint.")
  boolean full;

  @Option(
      names = "--anchor",
      paramLabel = "DIR",
      description = "Compare with the checkpoints in this directory too; else IAM_AUDIT_ANCHOR.")
  @Nullable Path anchor;

  AuditVerifyCommand(AuditChains chains, VerificationService verifications, Output output) {
    this.chains = chains;
    this.verifications = verifications;
    this.output = output;
  }

  /**
   * What {@code --json} prints.
   *
   * @param valid whether every chain was verified and holds
   */
  @RegisterForReflection
  record View(boolean valid, List<VerificationView> chains, List<AuditReport.FailedView> failed) {}

  @Override
  public Integer call() {
    AuditReport<VerificationView> report = new AuditReport<>();
    AuditFailures.unknown(() -> {
      verify(report);
      return true;
    });
    if (anchor == null && !chains.isAnchored()) {
      report.note(
          "no anchor: a backup that somebody restored would look whole (set IAM_AUDIT_ANCHOR)");
    }
    output.print(json, new View(report.valid(), report.views(), report.failed()), report.lines());
    return report.end();
  }

  private void verify(AuditReport<VerificationView> report) {
    List<AuditChains.Chain> named = chains.named(which.organization);
    Caller caller = chains.caller().orElse(null);
    for (AuditChains.Chain chain : named) {
      report.attempt(
          chain,
          () ->
              add(
                  report,
                  chain,
                  verifications.verify(
                      caller, chain.id(), new VerificationService.Request(full, anchor, null))));
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

  private static void add(
      AuditReport<VerificationView> report, AuditChains.Chain chain, Verification found) {
    VerificationView view = VerificationView.of(found);
    if (view.valid()) {
      report.whole(view, line(chain, view));
    } else {
      report.broken(view, line(chain, view));
    }
  }

  private static String line(AuditChains.Chain chain, VerificationView view) {
    if (view.valid()) {
      return "%s: whole, records %d to %d"
          .formatted(chain.key(), Math.min(view.fromSeq(), view.toSeq()), view.toSeq());
    }
    return "%s: BROKEN at record %d: %s, expected %s, found %s"
        .formatted(
            chain.key(),
            view.seq(),
            view.cause() == null ? "" : view.cause().wire(),
            view.expected(),
            view.found() == null ? "nothing" : view.found());
  }
}

package io.iamplane.cli;

import io.iamplane.audit.verification.VerificationService;
import io.iamplane.audit.verification.VerificationView;
import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:verify",
    header = "Verify audit chains.",
    description = {
      "%nStarts at the last checkpoint with a valid signature, or at the first record with --full.",
      "Reads one snapshot of the database without blocking writers. Also compares recorded",
      "decisions with their seals: all of them with --full, otherwise the new ones and a sample.",
      "",
      "Cannot detect that records after the last checkpoint were rewritten, and detects a restored",
      "backup only with an anchor. While a finding is open, every run exits with code 1;",
      "iam:audit:acknowledge closes it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all chains are intact, and no finding is open",
      "1:a chain is broken, or a finding is open; standard output shows the place and the cause",
      "2:wrong usage: arguments or settings",
      "3:a chain could not be verified: it may be intact or broken"
    },
    footer = "  iam iam:audit:verify --full --anchor /mnt/anchor --json")
final class AuditVerifyCommand extends JsonCommand {

  private final AuditChains chains;
  private final AuditVerification verification;
  private final RecordedJobs jobs;

  @ArgGroup Which which = new Which();

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
      description =
          "Also compare with the checkpoints in this directory; default: IAM_AUDIT_ANCHOR.")
  @Nullable Path anchor;

  AuditVerifyCommand(
      AuditChains chains, AuditVerification verification, RecordedJobs jobs, Output output) {
    super(output);
    this.chains = chains;
    this.verification = verification;
    this.jobs = jobs;
  }

  /** Valid if every chain was verified and holds, and no finding is open. */
  @RegisterForReflection
  record View(
      boolean valid,
      CoveredView covered,
      List<VerificationView> chains,
      List<AuditReport.FailedView> failed) {}

  /**
   * The extent of a verification.
   *
   * @param all true if every organization's chain was to be verified, not one alone
   * @param full true if every chain was read from its first record on; false if one was read from a
   *     checkpoint: its earlier records were not read
   * @param chains the number of verified chains
   * @param records the number of records that were read and hold
   * @param anchored true if copies of checkpoints outside of the database were compared
   */
  @RegisterForReflection
  record CoveredView(boolean all, boolean full, int chains, long records, boolean anchored) {}

  @Override
  public Integer call() {
    // One chain is not the job: its run must not read as if all chains were verified.
    AuditReport<VerificationView> report =
        which.organization == null
            ? jobs.run(
                full ? JobName.AUDIT_VERIFY_FULL : JobName.AUDIT_VERIFY,
                this::verify,
                AuditReport::result)
            : verify();
    return report.end();
  }

  private AuditReport<VerificationView> verify() {
    AuditReport<VerificationView> report =
        verification.of(
            which.organization,
            new VerificationService.Request(full, anchor, null),
            CommandCaller::of);
    if (anchor == null && !chains.isAnchored()) {
      report.note(
          "no anchor: a restored backup would pass verification; set IAM_AUDIT_ANCHOR or --anchor");
    }
    print(
        new View(report.valid(), covered(report.views()), report.views(), report.failed()),
        report.lines());
    return report;
  }

  private CoveredView covered(List<VerificationView> views) {
    return new CoveredView(
        which.organization == null,
        !views.isEmpty() && views.stream().allMatch(VerificationView::full),
        views.size(),
        views.stream().mapToLong(AuditVerification::records).sum(),
        anchor != null || chains.isAnchored());
  }
}

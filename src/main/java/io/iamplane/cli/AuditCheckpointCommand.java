package io.iamplane.cli;

import io.iamplane.audit.verification.VerificationView;
import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:audit:checkpoint",
    header = "Sign checkpoints of audit chains.",
    description = {
      "%nBefore signing, verifies the records since the last checkpoint and, if configured, the",
      "anchor (IAM_AUDIT_ANCHOR). A broken chain is not signed; the others are. The first run",
      "creates the audit key unless iam:bootstrap already did."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every chain has a checkpoint",
      "1:a chain is broken or does not extend its anchor, and was not signed",
      "2:wrong usage: arguments or settings",
      "3:the database, the key or the anchor was unavailable"
    },
    footer = "  iam iam:audit:checkpoint --organization acme")
final class AuditCheckpointCommand extends JsonCommand {

  private final AuditSigning signing;
  private final RecordedJobs jobs;

  @Option(
      names = "--organization",
      paramLabel = "KEY",
      description = "Key or id of one organization; default: all.")
  @Nullable String organization;

  AuditCheckpointCommand(AuditSigning signing, RecordedJobs jobs, Output output) {
    super(output);
    this.signing = signing;
    this.jobs = jobs;
  }

  /** One chain: its checkpoint, or its defect. */
  @RegisterForReflection
  record ChainView(String organizationId, @Nullable Long size, @Nullable VerificationView broken) {}

  /** Valid if every chain holds and has a checkpoint. */
  @RegisterForReflection
  record View(boolean valid, List<ChainView> chains, List<AuditReport.FailedView> failed) {}

  @Override
  public Integer call() {
    AuditReport<ChainView> report =
        organization == null
            ? jobs.run(JobName.AUDIT_CHECKPOINT, this::sign, AuditReport::result)
            : sign();
    return report.end();
  }

  private AuditReport<ChainView> sign() {
    AuditReport<ChainView> report = signing.of(organization, CommandCaller::of);
    print(new View(report.valid(), report.views(), report.failed()), report.lines());
    return report;
  }
}

package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

/** {@code iam:anomaly:scan}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:anomaly:scan",
    header = "Look for unusual use.",
    description = {
      "%nReads what is new in the decision and audit logs of all organizations, and records what",
      "is unlike what was usual. One server or worker does that every five minutes",
      "(IAM_SCHEDULE_ANOMALY_SCAN); safe to run twice and beside it."
    },
    footer = "  iam iam:anomaly:scan --json")
final class AnomalyScanCommand extends JobCommand {

  AnomalyScanCommand(AnomalyJobs anomalies, RecordedJobs jobs, Output output) {
    super(JobName.ANOMALY_SCAN, anomalies::scan, jobs, output);
  }
}

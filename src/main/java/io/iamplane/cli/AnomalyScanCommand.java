package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:anomaly:scan",
    header = "Scan for unusual activity.",
    description = {
      "%nReads the new entries in the decision and audit logs of all organizations, and records",
      "deviations from usual activity. Also runs as a scheduled job, every five minutes on one",
      "server or worker (IAM_SCHEDULE_ANOMALY_SCAN). It is safe to run this command repeatedly,",
      "even while the job is running."
    },
    footer = "  iam iam:anomaly:scan --json")
final class AnomalyScanCommand extends JobCommand {

  AnomalyScanCommand(ScanJobs scans, RecordedJobs jobs, Output output) {
    super(JobName.ANOMALY_SCAN, scans::anomalies, jobs, output);
  }
}

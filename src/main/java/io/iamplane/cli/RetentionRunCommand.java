package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:retention:run",
    header = "Remove data that is past its retention period.",
    description = {
      "%nDecision seals are removed after IAM_DECISION_LOG_RETENTION, once all their decisions",
      "are gone. Partitions are dropped by iam:partitions:ensure.",
      "",
      "Also runs as a scheduled job, every day on one server or worker",
      "(IAM_SCHEDULE_RETENTION_RUN). It is safe to run this command repeatedly, even while",
      "the job is running."
    },
    footer = "  iam iam:retention:run --json")
final class RetentionRunCommand extends JobCommand {

  RetentionRunCommand(ExpiryJobs expiry, RecordedJobs jobs, Output output) {
    super(JobName.RETENTION_RUN, expiry::retention, jobs, output);
  }
}

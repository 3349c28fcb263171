package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:partitions:ensure",
    header = "Create partitions for the coming days and drop expired ones.",
    description = {
      "%nDeliveries and events, including dead letters, expire after IAM_WEBHOOKS_RETENTION,",
      "and decisions after IAM_DECISION_LOG_RETENTION.",
      "",
      "Also runs as a scheduled job, every hour on one server or worker",
      "(IAM_SCHEDULE_PARTITIONS_ENSURE). It is safe to run this command repeatedly, even",
      "while the job is running."
    },
    footer = "  iam iam:partitions:ensure --json")
final class PartitionsEnsureCommand extends JobCommand {

  PartitionsEnsureCommand(ExpiryJobs expiry, RecordedJobs jobs, Output output) {
    super(JobName.PARTITIONS_ENSURE, expiry::partitions, jobs, output);
  }
}

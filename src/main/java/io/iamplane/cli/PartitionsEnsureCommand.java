package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

/** {@code iam:partitions:ensure}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:partitions:ensure",
    header = "Create the partitions of coming days and drop expired ones.",
    description = {
      "%nOne server or worker does this every hour (IAM_SCHEDULE_PARTITIONS_ENSURE); safe to run "
          + "twice",
      "and beside it. Deliveries and events older than IAM_WEBHOOKS_RETENTION expire, dead letters",
      "included, and decisions older than IAM_DECISION_LOG_RETENTION."
    },
    footer = "  iam iam:partitions:ensure --json")
final class PartitionsEnsureCommand extends JobCommand {

  PartitionsEnsureCommand(AllPartitions partitions, RecordedJobs jobs, Output output) {
    super(JobName.PARTITIONS_ENSURE, partitions::ensure, jobs, output);
  }
}

package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

/** {@code iam:retention:run}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:retention:run",
    header = "Remove what is past its retention.",
    description = {
      "%nOne server or worker does this every day (IAM_SCHEDULE_RETENTION_RUN); safe to run twice",
      "and beside it. Seals of decisions go once IAM_DECISION_LOG_RETENTION is over and all their",
      "decisions are gone. Partitions are dropped by iam:partitions:ensure."
    },
    footer = "  iam iam:retention:run --json")
final class RetentionRunCommand extends JobCommand {

  RetentionRunCommand(Retention retention, RecordedJobs jobs, Output output) {
    super(JobName.RETENTION_RUN, retention::run, jobs, output);
  }
}

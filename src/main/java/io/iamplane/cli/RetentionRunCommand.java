package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.concurrent.Callable;
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
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:retention:run --json")
final class RetentionRunCommand extends JsonCommand implements Callable<Integer> {

  private final Retention retention;
  private final RecordedJobs jobs;
  private final Output output;

  RetentionRunCommand(Retention retention, RecordedJobs jobs, Output output) {
    this.retention = retention;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    return jobs.run(JobName.RETENTION_RUN, this::remove, Retention.View::result)
        .result()
        .exitCode();
  }

  private Retention.View remove() {
    Retention.View done = retention.run();
    output.print(json, done, done.lines());
    return done;
  }
}

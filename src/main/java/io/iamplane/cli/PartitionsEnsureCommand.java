package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.concurrent.Callable;
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
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:partitions:ensure --json")
final class PartitionsEnsureCommand extends JsonCommand implements Callable<Integer> {

  private final AllPartitions partitions;
  private final RecordedJobs jobs;
  private final Output output;

  PartitionsEnsureCommand(AllPartitions partitions, RecordedJobs jobs, Output output) {
    this.partitions = partitions;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    return jobs.run(JobName.PARTITIONS_ENSURE, this::ensure, AllPartitions.View::result)
        .result()
        .exitCode();
  }

  private AllPartitions.View ensure() {
    AllPartitions.View done = partitions.ensure();
    output.print(json, done, done.lines());
    return done;
  }
}

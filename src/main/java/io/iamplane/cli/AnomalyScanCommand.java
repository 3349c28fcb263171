package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
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
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:anomaly:scan --json")
final class AnomalyScanCommand extends JsonCommand implements Callable<Integer> {

  private final AnomalyJobs anomalies;
  private final RecordedJobs jobs;
  private final Output output;

  AnomalyScanCommand(AnomalyJobs anomalies, RecordedJobs jobs, Output output) {
    this.anomalies = anomalies;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    return jobs.run(JobName.ANOMALY_SCAN, this::scan, AnomalyJobs.ScannedView::result)
        .result()
        .exitCode();
  }

  private AnomalyJobs.ScannedView scan() {
    AnomalyJobs.ScannedView done = anomalies.scan();
    output.print(json, done, List.of(done.line()));
    return done;
  }
}

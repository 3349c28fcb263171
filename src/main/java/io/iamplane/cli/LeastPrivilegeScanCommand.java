package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code iam:least-privilege:scan}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:least-privilege:scan",
    header = "Recommend to take away what is not used.",
    description = {
      "%nCounts what is new in the decision logs of all organizations, and recommends to take away",
      "what is not used, where replaying the decisions proves that nothing used is lost. One server",
      "or worker does that once a day (IAM_SCHEDULE_LEAST_PRIVILEGE_SCAN); safe to run twice and",
      "beside it."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:least-privilege:scan --json")
final class LeastPrivilegeScanCommand extends JsonCommand implements Callable<Integer> {

  private final LeastPrivilegeJobs leastPrivilege;
  private final RecordedJobs jobs;
  private final Output output;

  LeastPrivilegeScanCommand(LeastPrivilegeJobs leastPrivilege, RecordedJobs jobs, Output output) {
    this.leastPrivilege = leastPrivilege;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    return jobs.run(JobName.LEAST_PRIVILEGE_SCAN, this::scan, LeastPrivilegeJobs.UsedView::result)
        .result()
        .exitCode();
  }

  private LeastPrivilegeJobs.UsedView scan() {
    LeastPrivilegeJobs.UsedView done = leastPrivilege.scan();
    output.print(json, done, List.of(done.line()));
    return done;
  }
}

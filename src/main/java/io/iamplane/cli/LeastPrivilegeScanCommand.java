package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
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
    footer = "  iam iam:least-privilege:scan --json")
final class LeastPrivilegeScanCommand extends JobCommand {

  LeastPrivilegeScanCommand(LeastPrivilegeJobs leastPrivilege, RecordedJobs jobs, Output output) {
    super(JobName.LEAST_PRIVILEGE_SCAN, leastPrivilege::scan, jobs, output);
  }
}

package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:least-privilege:scan",
    header = "Recommend removing unused rights.",
    description = {
      "%nReads new entries in the decision logs of all organizations, and recommends removing",
      "unused rights if a replay proves that every decision that was allowed would still be",
      "allowed.",
      "",
      "Also runs as a scheduled job, every day on one server or worker",
      "(IAM_SCHEDULE_LEAST_PRIVILEGE_SCAN). It is safe to run this command repeatedly, even",
      "while the job is running."
    },
    footer = "  iam iam:least-privilege:scan --json")
final class LeastPrivilegeScanCommand extends JobCommand {

  LeastPrivilegeScanCommand(ScanJobs scans, RecordedJobs jobs, Output output) {
    super(JobName.LEAST_PRIVILEGE_SCAN, scans::leastPrivilege, jobs, output);
  }
}

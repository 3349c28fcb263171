package io.iamplane.job;

/** The scheduled jobs. Each is also a command of the same name. */
public enum JobName {
  /** Verifies the audit chains of all organizations. */
  AUDIT_VERIFY("iam:audit:verify"),
  /** Signs the audit chains of all organizations. */
  AUDIT_CHECKPOINT("iam:audit:checkpoint"),
  /** Makes the partitions of coming days, and drops those past their time. */
  PARTITIONS_ENSURE("iam:partitions:ensure");

  private final String command;

  JobName(String command) {
    this.command = command;
  }

  /** As it stands on a command line, in {@code iam_job_runs} and in metrics. */
  public String command() {
    return command;
  }
}

package io.iamplane.job;

/** The scheduled jobs. Each is also a command, with the options that its name has. */
public enum JobName {
  /** Verifies the audit chains of all organizations. */
  AUDIT_VERIFY("iam:audit:verify"),
  /** Verifies them from their first records on, regardless of checkpoints. */
  AUDIT_VERIFY_FULL("iam:audit:verify --full"),
  /** Signs the audit chains of all organizations. */
  AUDIT_CHECKPOINT("iam:audit:checkpoint"),
  /** Makes the partitions of coming days, and drops those past their time. */
  PARTITIONS_ENSURE("iam:partitions:ensure"),
  /** Removes expired rows that no other job removes. */
  RETENTION_RUN("iam:retention:run"),
  /** Opens and closes access reviews: those that are due, and those begun. */
  REVIEWS_CLOSE("iam:reviews:close"),
  /** Reminds reviewers of undecided items. */
  REVIEWS_REMIND("iam:reviews:remind"),
  /** Looks for unusual use. */
  ANOMALY_SCAN("iam:anomaly:scan"),
  /** Rotates and retires signing keys that are due. */
  KEYS_ROTATE("iam:keys:rotate --due"),

  /** Recommends to remove unused rights. */
  LEAST_PRIVILEGE_SCAN("iam:least-privilege:scan");

  private final String command;

  JobName(String command) {
    this.command = command;
  }

  /** Returns the name on a command line, in {@code iam_job_runs} and in metrics. */
  public String command() {
    return command;
  }
}

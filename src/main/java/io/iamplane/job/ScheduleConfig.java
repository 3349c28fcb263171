package io.iamplane.job;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Schedules of jobs in servers. Each is {@code off}, an interval (5 seconds to 31 days, such as
 * {@code 1h}), or a cron expression of five fields, in UTC.
 */
@ConfigMapping(prefix = "iam.schedule")
interface ScheduleConfig {

  /** Runs jobs in servers; false if CronJobs run all of them. */
  @WithDefault("true")
  boolean enabled();

  /** Schedule of verifying all audit chains: {@code iam:audit:verify}. */
  @WithDefault("1h")
  String auditVerify();

  /** Schedule of verifying chains in full: {@code iam:audit:verify --full}. */
  @WithDefault("30 3 * * 0")
  String auditVerifyFull();

  /** Schedule of signing all audit chains: {@code iam:audit:checkpoint}. */
  @WithDefault("0 2 * * *")
  String auditCheckpoint();

  /** Schedule of creating and dropping partitions: {@code iam:partitions:ensure}. */
  @WithDefault("1h")
  String partitionsEnsure();

  /** Schedule of removing expired rows: {@code iam:retention:run}. */
  @WithDefault("0 4 * * *")
  String retentionRun();

  /** Schedule of closing access reviews that are due: {@code iam:reviews:close}. */
  @WithDefault("5m")
  String reviewsClose();

  /**
   * Schedule of searching for reviewers to remind: {@code iam:reviews:remind}. Each gets one
   * reminder a day, from {@code iam.reviews.remind-at} on.
   */
  @WithDefault("15m")
  String reviewsRemind();

  /**
   * Schedule of searching new decisions and changes for unusual activity: {@code iam:anomaly:scan}.
   */
  @WithDefault("5m")
  String anomalyScan();

  /** Schedule of rotating and retiring signing keys that are due: {@code iam:keys:rotate --due}. */
  @WithDefault("1h")
  String keysRotate();

  /** Schedule of searching for unused grants: {@code iam:least-privilege:scan}. */
  @WithDefault("0 5 * * *")
  String leastPrivilegeScan();
}

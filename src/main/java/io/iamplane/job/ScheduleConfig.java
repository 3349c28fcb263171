package io.iamplane.job;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * When servers run jobs. Each is {@code off}, an interval (5 seconds to 31 days, such as {@code
 * 1h}), or a cron expression of five fields, in UTC.
 */
@ConfigMapping(prefix = "iam.schedule")
interface ScheduleConfig {

  /** Whether servers run any; false where CronJobs run all of them. */
  @WithDefault("true")
  boolean enabled();

  /** When all audit chains are verified: {@code iam:audit:verify}. */
  @WithDefault("1h")
  String auditVerify();

  /** When they are verified from their first records on: {@code iam:audit:verify --full}. */
  @WithDefault("30 3 * * 0")
  String auditVerifyFull();

  /** When all audit chains are signed: {@code iam:audit:checkpoint}. */
  @WithDefault("0 2 * * *")
  String auditCheckpoint();

  /** When partitions are made and dropped: {@code iam:partitions:ensure}. */
  @WithDefault("1h")
  String partitionsEnsure();

  /** When what has no use any more is removed: {@code iam:retention:run}. */
  @WithDefault("0 4 * * *")
  String retentionRun();

  /** When access reviews that are due are closed: {@code iam:reviews:close}. */
  @WithDefault("5m")
  String reviewsClose();

  /**
   * When reviewers are looked for that are to be reminded: {@code iam:reviews:remind}. Each gets
   * one reminder a day, from {@code iam.reviews.remind-at} on.
   */
  @WithDefault("15m")
  String reviewsRemind();

  /** When new decisions and changes are looked at for what is unusual: {@code iam:anomaly:scan}. */
  @WithDefault("5m")
  String anomalyScan();

  /** When signing keys are rotated and retired that are due: {@code iam:keys:rotate --due}. */
  @WithDefault("1h")
  String keysRotate();

  /** When it is looked for what is granted and not used: {@code iam:least-privilege:scan}. */
  @WithDefault("0 5 * * *")
  String leastPrivilegeScan();

  /** How long the runs of jobs are remembered; 1 to 365 days. */
  @WithDefault("35d")
  @DurationMin(days = 1)
  @DurationMax(days = 365)
  Duration history();
}

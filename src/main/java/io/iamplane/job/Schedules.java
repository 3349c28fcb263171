package io.iamplane.job;

import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The schedules of the settings. One that cannot be read stops a production start. */
@Singleton
class Schedules implements StartUpCheck {

  private final ScheduleConfig config;

  Schedules(ScheduleConfig config) {
    this.config = config;
  }

  /** The schedule of a job; never, when its setting cannot be read. */
  Schedule of(JobName job) {
    try {
      return read(job);
    } catch (IllegalArgumentException e) {
      return new Schedule.Off();
    }
  }

  private Schedule read(JobName job) {
    return config.enabled() ? Schedule.of(setting(job)) : new Schedule.Off();
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (JobName job : JobName.values()) {
      try {
        read(job);
      } catch (IllegalArgumentException e) {
        findings.add(
            Finding.severe(
                "iam.schedule." + job.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                "not a valid schedule",
                "set it to 'off', an interval from 5s to 31d, such as 1h, or a cron expression,"
                    + " such as '0 2 * * *'"));
      }
    }
    return findings;
  }

  private String setting(JobName job) {
    return switch (job) {
      case AUDIT_VERIFY -> config.auditVerify();
      case AUDIT_VERIFY_FULL -> config.auditVerifyFull();
      case AUDIT_CHECKPOINT -> config.auditCheckpoint();
      case PARTITIONS_ENSURE -> config.partitionsEnsure();
      case RETENTION_RUN -> config.retentionRun();
      case REVIEWS_CLOSE -> config.reviewsClose();
      case REVIEWS_REMIND -> config.reviewsRemind();
      case ANOMALY_SCAN -> config.anomalyScan();
      case KEYS_ROTATE -> config.keysRotate();
      case LEAST_PRIVILEGE_SCAN -> config.leastPrivilegeScan();
    };
  }
}

package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:retention:run} by the schedule of servers and workers. */
@Singleton
class RetentionRunJob implements Job {

  private final Retention retention;

  RetentionRunJob(Retention retention) {
    this.retention = retention;
  }

  @Override
  public JobName name() {
    return JobName.RETENTION_RUN;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() -> retention.run().result());
  }
}

package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:anomaly:scan} by the schedule of servers and workers. */
@Singleton
class AnomalyScanJob implements Job {

  private final AnomalyJobs anomalies;

  AnomalyScanJob(AnomalyJobs anomalies) {
    this.anomalies = anomalies;
  }

  @Override
  public JobName name() {
    return JobName.ANOMALY_SCAN;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() -> anomalies.scan().result());
  }
}

package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:partitions:ensure} by the schedule of servers and workers. */
@Singleton
class PartitionsEnsureJob implements Job {

  private final AllPartitions partitions;

  PartitionsEnsureJob(AllPartitions partitions) {
    this.partitions = partitions;
  }

  @Override
  public JobName name() {
    return JobName.PARTITIONS_ENSURE;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() -> partitions.ensure().result());
  }
}

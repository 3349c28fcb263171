package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:least-privilege:scan} by the schedule of servers and workers. */
@Singleton
class LeastPrivilegeScanJob implements Job {

  private final LeastPrivilegeJobs leastPrivilege;

  LeastPrivilegeScanJob(LeastPrivilegeJobs leastPrivilege) {
    this.leastPrivilege = leastPrivilege;
  }

  @Override
  public JobName name() {
    return JobName.LEAST_PRIVILEGE_SCAN;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() -> leastPrivilege.scan().result());
  }
}

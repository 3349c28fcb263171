package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:audit:verify --full} by the server's schedule. */
@Singleton
class AuditVerifyFullJob implements Job {

  private final AuditVerification verification;

  AuditVerifyFullJob(AuditVerification verification) {
    this.verification = verification;
  }

  @Override
  public JobName name() {
    return JobName.AUDIT_VERIFY_FULL;
  }

  @Override
  public JobResult run() {
    return AuditVerifyJob.run(verification, true);
  }
}

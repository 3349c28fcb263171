package io.iamplane.cli;

import io.iamplane.audit.verification.VerificationService;
import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import io.iamplane.shared.Caller;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;

/** {@code iam:audit:verify} by the server's schedule. */
@Singleton
class AuditVerifyJob implements Job {

  private final AuditVerification verification;

  AuditVerifyJob(AuditVerification verification) {
    this.verification = verification;
  }

  @Override
  public JobName name() {
    return JobName.AUDIT_VERIFY;
  }

  @Override
  public JobResult run() {
    return run(verification, false);
  }

  /** All chains, from their last checkpoints or their first records on. */
  static JobResult run(AuditVerification verification, boolean full) {
    VerificationService.Request request = new VerificationService.Request(full, null, null);
    return ScheduledWork.run(() ->
        verification
            .of(
                null,
                request,
                platform -> Caller.job(platform, "audit-verify", UuidV7.next().toString()))
            .jobResult());
  }
}

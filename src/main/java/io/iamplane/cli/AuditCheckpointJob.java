package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import io.iamplane.shared.Caller;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;

/** {@code iam:audit:checkpoint} by the server's schedule. */
@Singleton
class AuditCheckpointJob implements Job {

  private final AuditSigning signing;

  AuditCheckpointJob(AuditSigning signing) {
    this.signing = signing;
  }

  @Override
  public JobName name() {
    return JobName.AUDIT_CHECKPOINT;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() ->
        signing
            .of(
                null,
                platform -> Caller.job(platform, "audit-checkpoint", UuidV7.next().toString()))
            .jobResult());
  }
}

package io.iamplane.cli;

import io.iamplane.audit.verification.VerificationService;
import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.function.Function;
import java.util.function.Supplier;

/** Commands that servers and workers run by their schedule, for all organizations. */
@Singleton
final class ScheduledJobs {

  /** A command's work without the command: it ends with the code that the command would have. */
  private record Scheduled(JobName name, Supplier<JobResult> work) implements Job {

    @Override
    public JobResult run() {
      try {
        return work.get();
      } catch (RuntimeException e) {
        CommandException failure = Failures.asUnknown(e);
        return new JobResult(failure.exitCode(), String.valueOf(failure.getMessage()));
      }
    }
  }

  @Produces
  @Singleton
  Job anomalyScan(ScanJobs scans) {
    return new Scheduled(JobName.ANOMALY_SCAN, () -> scans.anomalies().result());
  }

  @Produces
  @Singleton
  Job auditCheckpoint(AuditSigning signing) {
    return new Scheduled(
        JobName.AUDIT_CHECKPOINT, () -> signing.of(null, caller("audit-checkpoint")).jobResult());
  }

  /** All chains, from their last checkpoints on. */
  @Produces
  @Singleton
  Job auditVerify(AuditVerification verification) {
    return new Scheduled(JobName.AUDIT_VERIFY, () -> verify(verification, false));
  }

  /** All chains, from their first records on. */
  @Produces
  @Singleton
  Job auditVerifyFull(AuditVerification verification) {
    return new Scheduled(JobName.AUDIT_VERIFY_FULL, () -> verify(verification, true));
  }

  @Produces
  @Singleton
  Job keysRotate(KeyJobs keys, UnusedDatabase database) {
    return new Scheduled(
        JobName.KEYS_ROTATE,
        () ->
            database.isOne()
                ? new JobResult(
                    ExitCode.DONE, "there is no key yet: the database has no organization")
                : keys.due(caller("keys-rotate")).result());
  }

  @Produces
  @Singleton
  Job leastPrivilegeScan(ScanJobs scans) {
    return new Scheduled(JobName.LEAST_PRIVILEGE_SCAN, () -> scans.leastPrivilege().result());
  }

  @Produces
  @Singleton
  Job partitionsEnsure(ExpiryJobs expiry) {
    return new Scheduled(JobName.PARTITIONS_ENSURE, () -> expiry.partitions().result());
  }

  @Produces
  @Singleton
  Job retentionRun(ExpiryJobs expiry) {
    return new Scheduled(JobName.RETENTION_RUN, () -> expiry.retention().result());
  }

  @Produces
  @Singleton
  Job reviewsClose(ReviewJobs reviews) {
    return new Scheduled(JobName.REVIEWS_CLOSE, () -> reviews.close().result());
  }

  @Produces
  @Singleton
  Job reviewsRemind(ReviewJobs reviews) {
    return new Scheduled(JobName.REVIEWS_REMIND, () -> reviews.remind().result());
  }

  private static JobResult verify(AuditVerification verification, boolean full) {
    return verification
        .of(null, new VerificationService.Request(full, null, null), caller("audit-verify"))
        .jobResult();
  }

  private static Function<OrganizationId, Caller> caller(String job) {
    return platform -> Caller.job(platform, job, UuidV7.next().toString());
  }
}

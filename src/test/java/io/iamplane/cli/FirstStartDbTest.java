package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.audit.verification.EmptyDatabase;
import io.iamplane.audit.verification.FindingService;
import io.iamplane.audit.verification.VerificationService;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.job.Job;
import io.iamplane.job.JobOutcome;
import io.iamplane.job.JobResult;
import io.iamplane.key.SigningKeys;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The jobs of a server in front of an unused database, and of one that lost all. */
@QuarkusTest
class FirstStartDbTest {

  @Inject Commands commands;
  @Inject TestPlatform platform;
  @Inject AuditChains chains;
  @Inject VerificationService verifications;
  @Inject FindingService findings;
  @Inject CheckpointService checkpoints;
  @Inject SigningKeys signingKeys;
  @Inject KeyJobs keys;
  @Inject Database database;
  @Inject OrganizationService organizations;

  @Test
  void anUnusedDatabaseIsNothingToWarnOf() throws SQLException {
    try (EmptyDatabase _ = new EmptyDatabase()) {
      assertThat(commands.run("iam:migrate").exitCode()).isZero();
      for (Job job : jobs(new UnusedDatabase(database, organizations))) {
        JobResult result = job.run();
        assertThat(result.outcome()).as(result.toString()).isEqualTo(JobOutcome.DONE);
        assertThat(result.detail()).startsWith("there is no");
      }
      // Someone who asks wants to know that there was no answer.
      for (String command : List.of("iam:audit:verify", "iam:audit:checkpoint")) {
        assertThat(commands.run(command).exitCode()).as(command).isEqualTo(3);
      }
      assertThat(commands.run("iam:keys:rotate", "--due").exitCode()).isEqualTo(3);
    }
  }

  @Test
  void aDatabaseThatLostItsOrganizationsIsAFailure() throws SQLException {
    platform.platform();
    UnusedDatabase seen = new UnusedDatabase(database, organizations);
    assertThat(seen.isOne()).isFalse();
    try (EmptyDatabase _ = new EmptyDatabase()) {
      assertThat(commands.run("iam:migrate").exitCode()).isZero();
      for (Job job : jobs(seen)) {
        JobResult result = job.run();
        assertThat(result.outcome()).as(result.toString()).isEqualTo(JobOutcome.FAILED);
      }
    }
  }

  @Test
  void aDatabaseWithoutItsTablesIsAFailure() throws SQLException {
    try (EmptyDatabase _ = new EmptyDatabase()) {
      for (Job job : jobs(new UnusedDatabase(database, organizations))) {
        assertThat(job.run().outcome()).isEqualTo(JobOutcome.FAILED);
      }
    }
  }

  private List<Job> jobs(UnusedDatabase unused) {
    AuditVerification verification = new AuditVerification(chains, verifications, findings, unused);
    AuditSigning signing =
        new AuditSigning(chains, checkpoints, verifications, signingKeys, unused);
    ScheduledJobs scheduled = new ScheduledJobs();
    return List.of(
        scheduled.auditVerify(verification),
        scheduled.auditVerifyFull(verification),
        scheduled.auditCheckpoint(signing),
        scheduled.keysRotate(keys, unused));
  }
}

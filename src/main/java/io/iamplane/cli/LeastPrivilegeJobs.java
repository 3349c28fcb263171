package io.iamplane.cli;

import io.iamplane.governance.leastprivilege.LeastPrivilegeScan;
import io.iamplane.job.JobResult;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** The work of the scan for least privilege, in servers and as a command. */
@Singleton
class LeastPrivilegeJobs {

  private final Database database;
  private final LeastPrivilegeScan scan;
  private final Clock clock;

  LeastPrivilegeJobs(Database database, LeastPrivilegeScan scan, Clock clock) {
    this.database = database;
    this.scan = scan;
    this.clock = clock;
  }

  /** The output of {@code iam:least-privilege:scan --json}. */
  @RegisterForReflection
  record UsedView(
      int organizations,
      long decisions,
      long replayed,
      int opened,
      int resolved,
      int uncovered,
      int failed)
      implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          ("read %d new decisions from %d organizations and replayed %d; opened %d recommendations"
                  + " and resolved %d; %d organizations have too short a log, %d could not be"
                  + " scanned")
              .formatted(decisions, organizations, replayed, opened, resolved, uncovered, failed));
    }

    @Override
    public JobResult result() {
      return new JobResult(failed == 0 ? ExitCode.DONE : ExitCode.UNAVAILABLE, lines().getFirst());
    }
  }

  UsedView scan() {
    return AuditFailures.unknown(() -> {
      database.requireSchema();
      LeastPrivilegeScan.Scanned done = scan.run(clock.instant());
      return new UsedView(
          done.organizations(),
          done.decisions(),
          done.replayed(),
          done.opened(),
          done.resolved(),
          done.uncovered(),
          done.failed());
    });
  }
}

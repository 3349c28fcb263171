package io.iamplane.cli;

import io.iamplane.governance.anomaly.AnomalyScan;
import io.iamplane.job.JobResult;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** The work of the anomaly scan, in servers and as a command. */
@Singleton
class AnomalyJobs {

  private final Database database;
  private final AnomalyScan scan;
  private final Clock clock;

  AnomalyJobs(Database database, AnomalyScan scan, Clock clock) {
    this.database = database;
    this.scan = scan;
    this.clock = clock;
  }

  /** The output of {@code iam:anomaly:scan --json}. */
  @RegisterForReflection
  record ScannedView(int organizations, long decisions, int detected, int failed)
      implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          ("read %d decisions from %d organizations and detected %d anomalies; %d organizations"
                  + " could not be scanned")
              .formatted(decisions, organizations, detected, failed));
    }

    @Override
    public JobResult result() {
      return new JobResult(failed == 0 ? ExitCode.DONE : ExitCode.UNAVAILABLE, lines().getFirst());
    }
  }

  ScannedView scan() {
    return AuditFailures.unknown(() -> {
      database.requireSchema();
      AnomalyScan.Scanned done = scan.run(clock.instant());
      return new ScannedView(
          done.organizations(), done.decisions(), done.detected(), done.failed());
    });
  }
}

package io.iamplane.cli;

import io.iamplane.governance.anomaly.AnomalyScan;
import io.iamplane.governance.leastprivilege.LeastPrivilegeScan;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** The scans of the decision logs, in servers and as commands. */
@Singleton
class ScanJobs {

  private final Database database;
  private final AnomalyScan anomalies;
  private final LeastPrivilegeScan leastPrivilege;
  private final Clock clock;

  ScanJobs(
      Database database, AnomalyScan anomalies, LeastPrivilegeScan leastPrivilege, Clock clock) {
    this.database = database;
    this.anomalies = anomalies;
    this.leastPrivilege = leastPrivilege;
    this.clock = clock;
  }

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
  }

  ScannedView anomalies() {
    return Failures.unknownIfRefused(() -> {
      database.requireSchema();
      AnomalyScan.Scanned done = anomalies.run(clock.instant());
      return new ScannedView(
          done.organizations(), done.decisions(), done.detected(), done.failed());
    });
  }

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
  }

  UsedView leastPrivilege() {
    return Failures.unknownIfRefused(() -> {
      database.requireSchema();
      LeastPrivilegeScan.Scanned done = leastPrivilege.run(clock.instant());
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

package io.iamplane.cli;

import io.iamplane.decision.log.DecisionPartitions;
import io.iamplane.job.JobResult;
import io.iamplane.webhook.retention.Partitions;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;

/** Ensures the partitions of all tables that have some. */
@Singleton
class AllPartitions {

  private final Database database;
  private final Partitions deliveries;
  private final DecisionPartitions decisions;

  AllPartitions(Database database, Partitions deliveries, DecisionPartitions decisions) {
    this.database = database;
    this.deliveries = deliveries;
    this.decisions = decisions;
  }

  /** The output of {@code iam:partitions:ensure --json}. */
  @RegisterForReflection
  record View(int made, int dropped, long messages, long unfinished) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          "created %d partitions, dropped %d, and deleted %d old events"
              .formatted(made, dropped, messages),
          "%d webhook deliveries expired before they were completed".formatted(unfinished));
    }

    @Override
    public JobResult result() {
      return new JobResult(ExitCode.DONE, lines().getFirst());
    }
  }

  /** Makes and drops the partitions that are due; safe to repeat and to run in parallel. */
  View ensure() {
    return AuditFailures.unknown(() -> {
      database.requireSchema();
      Partitions.Outcome done = deliveries.ensure();
      DecisionPartitions.Changed ofLog = decisions.ensure();
      return new View(
          done.made() + ofLog.made(),
          done.dropped() + ofLog.dropped(),
          done.messages(),
          done.unfinished());
    });
  }
}

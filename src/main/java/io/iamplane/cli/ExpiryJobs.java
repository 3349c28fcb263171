package io.iamplane.cli;

import io.iamplane.decision.log.DecisionPartitions;
import io.iamplane.decision.seal.SealRetention;
import io.iamplane.webhook.retention.Partitions;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * The upkeep of partitions and the removal of expired rows, in servers and as commands; safe to
 * repeat and to run in parallel.
 */
@Singleton
class ExpiryJobs {

  private final Database database;
  private final Partitions deliveries;
  private final DecisionPartitions decisions;
  private final SealRetention seals;

  ExpiryJobs(
      Database database, Partitions deliveries, DecisionPartitions decisions, SealRetention seals) {
    this.database = database;
    this.deliveries = deliveries;
    this.decisions = decisions;
    this.seals = seals;
  }

  @RegisterForReflection
  record PartitionsView(int made, int dropped, long messages, long unfinished)
      implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          "created %d partitions, dropped %d, and deleted %d old events"
              .formatted(made, dropped, messages),
          "%d webhook deliveries expired before they were completed".formatted(unfinished));
    }
  }

  /** Makes and drops the partitions that are due, of all tables that have some. */
  PartitionsView partitions() {
    return Failures.unknownIfRefused(() -> {
      database.requireSchema();
      Partitions.Outcome done = deliveries.ensure();
      DecisionPartitions.Changed ofLog = decisions.ensure();
      return new PartitionsView(
          done.made() + ofLog.made(),
          done.dropped() + ofLog.dropped(),
          done.messages(),
          done.unfinished());
    });
  }

  @RegisterForReflection
  record RetentionView(long decisionSeals) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of("removed %d seals for expired decisions".formatted(decisionSeals));
    }
  }

  /** Removes expired rows of all tables that no other job looks after. */
  RetentionView retention() {
    return Failures.unknownIfRefused(() -> {
      database.requireSchema();
      return new RetentionView(seals.remove());
    });
  }
}

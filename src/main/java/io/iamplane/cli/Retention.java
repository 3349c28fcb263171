package io.iamplane.cli;

import io.iamplane.decision.seal.SealRetention;
import io.iamplane.job.JobResult;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;

/** Removes expired rows of all tables that no other job looks after. */
@Singleton
class Retention {

  private final Database database;
  private final SealRetention seals;

  Retention(Database database, SealRetention seals) {
    this.database = database;
    this.seals = seals;
  }

  /** The output of {@code iam:retention:run --json}. */
  @RegisterForReflection
  record View(long decisionSeals) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of("removed %d seals for expired decisions".formatted(decisionSeals));
    }

    @Override
    public JobResult result() {
      return new JobResult(ExitCode.DONE, lines().getFirst());
    }
  }

  /** Removes the rows that are due; safe to repeat and to run in parallel. */
  View run() {
    return AuditFailures.unknown(() -> {
      database.requireSchema();
      return new View(seals.remove());
    });
  }
}

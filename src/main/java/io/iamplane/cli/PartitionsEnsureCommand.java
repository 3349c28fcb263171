package io.iamplane.cli;

import io.iamplane.decision.log.DecisionPartitions;
import io.iamplane.webhook.retention.Partitions;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code iam:partitions:ensure}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:partitions:ensure",
    header = "Create the partitions of coming days and drop expired ones.",
    description = {
      "%nWorkers do this at start and every hour; safe to run twice and beside them. Deliveries "
          + "and",
      "events older than IAM_WEBHOOKS_RETENTION expire, dead letters included, and decisions",
      "older than IAM_DECISION_LOG_RETENTION."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:partitions:ensure --json")
final class PartitionsEnsureCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final Partitions partitions;
  private final DecisionPartitions decisions;
  private final Output output;

  PartitionsEnsureCommand(
      Database database, Partitions partitions, DecisionPartitions decisions, Output output) {
    this.database = database;
    this.partitions = partitions;
    this.decisions = decisions;
    this.output = output;
  }

  /** What {@code --json} prints. */
  @RegisterForReflection
  record View(int made, int dropped, long messages, long unfinished) {}

  @Override
  public Integer call() {
    database.requireSchema();
    Partitions.Outcome done = partitions.ensure();
    DecisionPartitions.Changed ofLog = decisions.ensure();
    int made = done.made() + ofLog.made();
    int dropped = done.dropped() + ofLog.dropped();
    output.print(
        json,
        new View(made, dropped, done.messages(), done.unfinished()),
        List.of(
            "created %d partitions, dropped %d, and deleted %d old events"
                .formatted(made, dropped, done.messages()),
            "%d deliveries expired before they arrived".formatted(done.unfinished())));
    return ExitCode.DONE;
  }
}

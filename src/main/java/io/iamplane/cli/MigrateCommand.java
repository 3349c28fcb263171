package io.iamplane.cli;

import io.iamplane.maintenance.Migration;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code iam:migrate}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:migrate",
    header = "Bring the database's schema to the version of this build.",
    description = {
      "%nSafe to run twice, also at once: one works, the others wait and find nothing to do.",
      "Migrations go forward only."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:migrate --json")
final class MigrateCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final Migration migration;
  private final Output output;

  MigrateCommand(Database database, Migration migration, Output output) {
    this.database = database;
    this.migration = migration;
    this.output = output;
  }

  /** What {@code --json} prints. */
  @RegisterForReflection
  record View(@Nullable String from, String to, int applied) {}

  @Override
  public Integer call() {
    database.requireConfigured();
    Migration.Outcome outcome = migration.run();
    output.print(
        json, new View(outcome.from(), outcome.to(), outcome.applied()), List.of(line(outcome)));
    return ExitCode.DONE;
  }

  private static String line(Migration.Outcome outcome) {
    if (outcome.applied() == 0) {
      return "schema is at version " + outcome.to() + " already";
    }
    String from = outcome.from() == null ? "nothing" : "version " + outcome.from();
    return "schema went from %s to version %s in %d migrations"
        .formatted(from, outcome.to(), outcome.applied());
  }
}

package io.iamplane.cli;

import io.iamplane.maintenance.ApplicationRole;
import io.iamplane.maintenance.Migration;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:migrate}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:migrate",
    header = "Bring the database's schema to the version of this build.",
    description = {
      "%nSafe to run twice, also at once: one works, the others wait and find nothing to do.",
      "Migrations go forward only. With --grant-to the role that the service runs as gets what it needs",
      "and no more: it can add to the audit log and read it, and not change it."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:migrate --grant-to iam_service")
final class MigrateCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final Migration migration;
  private final ApplicationRole applicationRole;
  private final Output output;

  @Option(
      names = "--grant-to",
      paramLabel = "ROLE",
      description = "The database role that the service runs as.")
  @Nullable String role;

  MigrateCommand(
      Database database, Migration migration, ApplicationRole applicationRole, Output output) {
    this.database = database;
    this.migration = migration;
    this.applicationRole = applicationRole;
    this.output = output;
  }

  /** What {@code --json} prints. */
  @RegisterForReflection
  record View(@Nullable String from, String to, int applied) {}

  @Override
  public Integer call() {
    database.requireConfigured();
    Migration.Outcome outcome = migration.run();
    if (role != null) {
      applicationRole.grant(role);
    }
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

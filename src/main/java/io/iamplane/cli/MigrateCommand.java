package io.iamplane.cli;

import io.iamplane.ops.maintenance.ApplicationRole;
import io.iamplane.ops.maintenance.Migration;
import io.iamplane.shared.Doing;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:migrate",
    header = "Migrate the database schema to the version of this build.",
    description = {
      "%nIt is safe to run this command repeatedly and concurrently: one run migrates, the",
      "others wait and find nothing to do. Migrations only go forward. With --grant-to, the",
      "service's role gets exactly the privileges that it needs: it can read the audit log",
      "and append to it, but not change it."
    },
    footer = "  iam iam:migrate --grant-to iam_service")
final class MigrateCommand extends JsonCommand {

  /** More are counted: those that the service has every right on. */
  private static final int MOST_NAMED = 8;

  private final Database database;
  private final Migration migration;
  private final ApplicationRole applicationRole;

  @Option(
      names = "--grant-to",
      paramLabel = "ROLE",
      description = "The database role that the service runs as.")
  @Nullable String role;

  MigrateCommand(
      Database database, Migration migration, ApplicationRole applicationRole, Output output) {
    super(output);
    this.database = database;
    this.migration = migration;
    this.applicationRole = applicationRole;
  }

  /** {@code granted} is present with {@code --grant-to}. */
  @RegisterForReflection
  record View(@Nullable String from, String to, int applied, @Nullable Granted granted) {}

  /** The tables by the rights that the role has on them now. */
  @RegisterForReflection
  record Granted(String role, SortedMap<String, List<String>> tables) {

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(role + " has exactly these rights on the service's tables:");
      tables.forEach((rights, names) ->
          lines.add(
              "  %s on %s"
                  .formatted(
                      rights,
                      names.size() > MOST_NAMED
                          ? names.size() + " tables"
                          : String.join(", ", names))));
      return lines;
    }
  }

  @Override
  public Integer call() {
    database.requireConfigured();
    Doing.stage("migrating");
    Migration.Outcome outcome = migration.run();
    Granted granted = role == null ? null : new Granted(role, applicationRole.grant(role));
    List<String> lines = new ArrayList<>(List.of(line(outcome)));
    if (granted != null) {
      lines.addAll(granted.lines());
    }
    return done(new View(outcome.from(), outcome.to(), outcome.applied(), granted), lines);
  }

  private static String line(Migration.Outcome outcome) {
    if (outcome.applied() == 0) {
      return "the schema is already at version " + outcome.to();
    }
    String from = outcome.from() == null ? "an empty schema" : "version " + outcome.from();
    return "migrated from %s to version %s in %d migrations"
        .formatted(from, outcome.to(), outcome.applied());
  }
}

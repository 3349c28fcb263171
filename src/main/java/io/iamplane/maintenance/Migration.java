package io.iamplane.maintenance;

import jakarta.enterprise.context.ApplicationScoped;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;

/** Brings the schema to the version of this build. */
@ApplicationScoped
public class Migration {

  /** How often, once a second, a second migration asks whether the first has finished: 15 min. */
  private static final int LOCK_RETRIES = 900;

  private final Flyway flyway;

  Migration(Flyway flyway) {
    this.flyway = flyway;
  }

  /**
   * What a migration did.
   *
   * @param from the version that was there; null in an empty database
   * @param to the version that is there now
   * @param applied how many migrations that took
   */
  public record Outcome(@Nullable String from, String to, int applied) {}

  /**
   * Migrates. Of any number that run at once one works, under a lock of the database, while the
   * others wait and then find nothing to do.
   *
   * @throws org.flywaydb.core.api.FlywayException when the database does not answer, or holds a
   *     schema that this build's migrations did not make
   */
  public Outcome run() {
    MigrateResult result =
        Flyway.configure()
            .configuration(flyway.getConfiguration())
            .lockRetryCount(LOCK_RETRIES)
            .load()
            .migrate();
    String from = result.initialSchemaVersion;
    String to = result.targetSchemaVersion;
    return new Outcome(from, to == null ? String.valueOf(from) : to, result.migrationsExecuted);
  }
}

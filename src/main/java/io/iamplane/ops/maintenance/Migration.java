package io.iamplane.ops.maintenance;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import jakarta.inject.Singleton;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;

/** Brings the schema to the version of this build. */
@Singleton
public class Migration {

  /** The number of attempts, one a second, to take the lock of a concurrent migration: 15 min. */
  private static final int LOCK_RETRIES = 900;

  /** The transaction that keeps others from migrating is silent while a migration runs. */
  private static final String MAY_PAUSE = "SET idle_in_transaction_session_timeout = 0";

  private final Flyway flyway;
  private final AgroalDataSource pool;

  Migration(Flyway flyway, AgroalDataSource pool) {
    this.flyway = flyway;
    this.pool = pool;
  }

  /**
   * @param from the version before; null in an empty database
   */
  public record Outcome(@Nullable String from, String to, int applied) {}

  /**
   * Migrates. Any number may run at once: each migration is applied once, by the one that holds the
   * lock of the database, and all of them end when nothing is left to do.
   *
   * @throws org.flywaydb.core.api.FlywayException when the database does not answer, or holds a
   *     schema that this build's migrations did not make
   */
  public Outcome run() {
    Flyway patient =
        Flyway.configure()
            .configuration(flyway.getConfiguration())
            .lockRetryCount(LOCK_RETRIES)
            .initSql(MAY_PAUSE)
            .load();
    try {
      MigrateResult result = patient.migrate();
      return new Outcome(result.initialSchemaVersion, version(patient), result.migrationsExecuted);
    } finally {
      // What serves requests must not pause so.
      pool.flush(FlushMode.GRACEFUL);
    }
  }

  /**
   * The version that is there. Flyway's result holds the last one that this process applied itself,
   * and the lock may change hands between two migrations.
   */
  private static String version(Flyway migrated) {
    return String.valueOf(migrated.info().current().getVersion());
  }
}

package io.iamplane.ops;

import io.iamplane.database.ControlConnections;
import io.iamplane.database.DatabaseException;
import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;

/**
 * The version of the schema. The service works with the version that its own migrations lead to and
 * with every later one, because migrations only add before they remove.
 */
@Singleton
public class SchemaVersion implements ReadinessProbe {

  private final Flyway flyway;
  private final ControlConnections connections;
  private volatile @Nullable MigrationVersion needed;

  SchemaVersion(Flyway flyway, ControlConnections connections) {
    this.flyway = flyway;
    this.connections = connections;
  }

  @Override
  public String name() {
    return "schema";
  }

  @Override
  public boolean ready() {
    return isSufficient();
  }

  /**
   * Returns true if the database is migrated far enough for this build.
   *
   * @throws DatabaseException if it cannot be queried, or was never migrated
   */
  public boolean isSufficient() {
    return present().map(version -> version.compareTo(needed()) >= 0).orElse(false);
  }

  private Optional<MigrationVersion> present() {
    return connections
        .sql()
        .first(
            """
            SELECT version FROM flyway_schema_history WHERE success AND version IS NOT NULL
            ORDER BY installed_rank DESC LIMIT 1
            """,
            row -> row.getString("version"))
        .map(MigrationVersion::fromVersion);
  }

  /** The latest migration of this build, found once: it cannot change while the process runs. */
  private MigrationVersion needed() {
    MigrationVersion known = needed;
    if (known == null) {
      known = MigrationVersion.EMPTY;
      for (MigrationInfo migration : flyway.info().all()) {
        MigrationVersion version = migration.getVersion();
        boolean ours = migration.getState().isResolved();
        if (ours && version != null && version.compareTo(known) > 0) {
          known = version;
        }
      }
      needed = known;
    }
    return known;
  }
}

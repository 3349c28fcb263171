package io.iamplane.ops;

import io.iamplane.database.ControlConnections;
import io.iamplane.database.DatabaseException;
import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.flywaydb.core.api.MigrationVersion;

/**
 * The version of the schema. The service works with the version that its own migrations lead to and
 * with every later one, because migrations only add before they remove.
 */
@Singleton
public class SchemaVersion implements ReadinessProbe {

  /**
   * The latest migration of this build; a test compares, since to look for the files takes long.
   */
  static final String LATEST = "090";

  private static final MigrationVersion NEEDED = MigrationVersion.fromVersion(LATEST);

  private final ControlConnections connections;

  SchemaVersion(ControlConnections connections) {
    this.connections = connections;
  }

  @Override
  public String name() {
    return "schema";
  }

  /**
   * Returns true if the database is migrated far enough for this build.
   *
   * @throws DatabaseException if it cannot be queried, or was never migrated
   */
  @Override
  public boolean ready() {
    return present().map(version -> version.compareTo(NEEDED) >= 0).orElse(false);
  }

  /** The highest version, which need not be the last one that was installed. */
  private Optional<MigrationVersion> present() {
    return connections
        .sql()
        .first(
            """
            SELECT version FROM flyway_schema_history WHERE success AND version IS NOT NULL
            ORDER BY string_to_array(version, '.')::bigint[] DESC LIMIT 1
            """,
            row -> row.getString("version"))
        .map(MigrationVersion::fromVersion);
  }
}

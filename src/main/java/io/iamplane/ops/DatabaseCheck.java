package io.iamplane.ops;

import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses a start without a database, or with one that is reached in clear over a network. */
@Singleton
public class DatabaseCheck implements StartUpCheck {

  static final String URL = "quarkus.datasource.jdbc.url";
  static final String MIGRATE = "iam.migrate-at-start";
  private static final String SSL_MODE =
      "quarkus.datasource.jdbc.additional-jdbc-properties.sslmode";

  private final DatabaseUrl url;
  private final boolean migrates;
  private final boolean production;

  @Inject
  DatabaseCheck(
      @ConfigProperty(name = URL) Optional<String> url,
      @ConfigProperty(name = SSL_MODE) Optional<String> sslMode,
      @ConfigProperty(name = MIGRATE, defaultValue = "false") boolean migrates,
      LaunchMode mode) {
    this(new DatabaseUrl(url.orElse(""), sslMode.orElse("")), migrates, mode == LaunchMode.NORMAL);
  }

  DatabaseCheck(DatabaseUrl url, boolean migrates, boolean production) {
    this.url = url;
    this.migrates = migrates;
    this.production = production;
  }

  /** Returns true if a database is configured, reachable or not. */
  public boolean isConfigured() {
    return url.isConfigured();
  }

  /** The message for a start that needs a database when none is configured. */
  public Finding notConfigured() {
    return Finding.severe(
        URL,
        "no database is configured",
        "set it (or QUARKUS_DATASOURCE_JDBC_URL) to jdbc:postgresql://HOST:PORT/DATABASE");
  }

  @Override
  public List<Finding> findings() {
    if (!isConfigured()) {
      return List.of(notConfigured());
    }
    List<Finding> findings = new ArrayList<>();
    if (!url.isPostgres()) {
      findings.add(
          Finding.severe(
              URL,
              "must be the URL of a PostgreSQL database",
              "set it to jdbc:postgresql://HOST:PORT/DATABASE"));
    } else if (!url.isLoopback() && !url.isEncrypted()) {
      findings.add(
          Finding.severe(
              URL,
              "the connection to the database crosses a network without TLS",
              "add sslmode=verify-full and sslrootcert, or at least sslmode=require, to the URL"));
    }
    if (production && migrates) {
      findings.add(
          Finding.warning(
              MIGRATE,
              "every replica migrates the schema at start, even during a rollout",
              "set it to false and run iam:migrate before a rollout"));
    }
    return findings;
  }
}

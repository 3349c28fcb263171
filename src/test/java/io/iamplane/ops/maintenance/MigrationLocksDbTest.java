package io.iamplane.ops.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.verification.EmptyDatabase;
import io.iamplane.cli.Commands;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** A migration beside servers of the version before, one of which is in the middle of a change. */
@QuarkusTest
class MigrationLocksDbTest {

  /** The longest wait for a lock: other sessions queue behind a waiting one. */
  private static final Duration LONGEST = Duration.ofSeconds(8);

  @Inject Flyway flyway;
  @Inject Commands commands;

  @Test
  void aMigrationGivesUpATableThatIsInUseAndIsRepeated() throws SQLException {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      assertThat(empty.tables()).isEmpty();
      Flyway.configure().configuration(flyway.getConfiguration()).target("045").load().migrate();
      try (Connection writer =
              DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "");
          Statement change = writer.createStatement()) {
        writer.setAutoCommit(false);
        change.execute("LOCK TABLE iam_decision_seals IN ROW EXCLUSIVE MODE");

        Instant begun = Instant.now();
        Commands.Ended waited = commands.run("iam:migrate");

        assertThat(waited.exitCode()).as(waited.out() + waited.err()).isEqualTo(3);
        assertThat(Duration.between(begun, Instant.now())).isLessThan(LONGEST);
        assertThat(version()).isEqualTo("045");
      }
      assertThat(commands.run("iam:migrate").exitCode()).isZero();
      assertThat(version()).isGreaterThan("045");
    }
  }

  private static String version() throws SQLException {
    return Rows.texts(
            "SELECT version FROM flyway_schema_history WHERE success ORDER BY installed_rank DESC"
                + " LIMIT 1")
        .getFirst();
  }
}

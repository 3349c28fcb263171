package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.cli.Commands;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Privileges of the database role that the service should run as. */
@QuarkusTest
class ApplicationRoleDbTest {

  private static final String ROLE = "iam_service_test";

  @Inject Commands commands;
  @Inject TestPlatform platform;

  @BeforeEach
  void aRoleWithTooMuch() throws SQLException {
    platform.tenant();
    Rows.update(
        "CREATE ROLE %1$s LOGIN PASSWORD '%1$s'; GRANT ALL ON ALL TABLES IN SCHEMA public TO %1$s"
            .formatted(ROLE));
    assertThat(commands.run("iam:migrate", "--grant-to", ROLE).exitCode()).isZero();
  }

  @AfterEach
  void dropIt() throws SQLException {
    Rows.update("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(ROLE));
  }

  @Test
  void itCannotChangeTheAuditLog() throws SQLException {
    try (Connection connection = asRole();
        Statement statement = connection.createStatement()) {
      for (String table :
          List.of(
              "iam_audit_records",
              "iam_audit_tiles",
              "iam_audit_checkpoints",
              "iam_audit_personal",
              "iam_audit_verifications")) {
        assertRefused(statement, "UPDATE " + table + " SET organization_id = organization_id");
        assertRefused(statement, "TRUNCATE " + table);
        assertRefused(statement, "ALTER TABLE " + table + " DISABLE TRIGGER ALL");
        assertRefused(statement, "DROP TABLE " + table);
        if (!table.equals("iam_audit_personal")) {
          assertRefused(statement, "DELETE FROM " + table);
        }
      }
      // What rows belong to, most of which do not refer to it.
      assertRefused(statement, "DELETE FROM iam_organizations");
      assertRefused(statement, "DELETE FROM iam_policy_versions");
      assertRefused(statement, "DELETE FROM iam_audit_heads");
      assertRefused(statement, "TRUNCATE iam_audit_heads");
      assertRefused(statement, "SET session_replication_role = replica");
      assertRefused(statement, "UPDATE flyway_schema_history SET success = false");
    }
  }

  @Test
  void itCanDoWhatTheServiceDoes() throws SQLException {
    try (Connection connection = asRole();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(statement.executeQuery("SELECT count(*) FROM iam_audit_records").next()).isTrue();
      statement.executeUpdate("UPDATE iam_audit_heads SET seq = seq");
      statement.executeUpdate("UPDATE iam_policy_versions SET version = version");
      statement.executeUpdate("DELETE FROM iam_idempotent_answers");
      statement.executeUpdate("DELETE FROM iam_audit_personal");
      // It removes seals of what is gone, and makes partitions, through functions alone.
      statement.execute("SELECT iam_remove_decision_seals(now() - interval '100 days', 1)");
      statement.execute(
          "SELECT iam_ensure_delivery_partitions(current_date + 20, current_date + 20,"
              + " '2020-01-01')");
      statement.executeUpdate(
          "INSERT INTO iam_audit_verifications SELECT organization_id, gen_random_uuid(), now(),"
              + " now(), true, 1, 1 FROM iam_audit_heads");
      connection.rollback();
    }
  }

  /** The head has to move on, and to nothing but a record that is there. */
  @Test
  void itCannotPointTheHeadOfAChainElsewhere() throws SQLException {
    try (Connection connection = asRole();
        Statement statement = connection.createStatement()) {
      for (String change :
          List.of(
              "seq = seq - 1",
              "seq = seq + 1",
              "hash = sha256('x')",
              "tree = ''",
              "seq = 1, hash = (SELECT hash FROM iam_audit_records LIMIT 1)",
              "organization_id = gen_random_uuid()")) {
        assertThatThrownBy(() -> statement.execute("UPDATE iam_audit_heads SET " + change))
            .as(change)
            .hasMessageContaining("only moves on");
      }
    }
  }

  /** Records that it may add do not help: they must follow, and the tree must be theirs. */
  @Test
  void itCannotMoveTheHeadToWhatDoesNotFollow() throws SQLException {
    String tenant = "organization_id = '" + platform.tenant().id() + "'";
    String moved =
        "UPDATE iam_audit_heads SET seq = seq + 1, hash = sha256('x'), tree = %s WHERE " + tenant;
    String forged =
        "INSERT INTO %s SELECT (jsonb_populate_record(r, jsonb_build_object('seq', seq + %d,"
            + " 'id', gen_random_uuid(), 'hash', sha256('x')))).* FROM iam_audit_records r WHERE "
            + tenant
            + " AND seq = (SELECT max(seq) FROM iam_audit_records WHERE "
            + tenant
            + ")";
    try (Connection connection = asRole();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(forged.formatted("iam_audit_records", 1));
      assertStays(statement, moved.formatted("tree"));
      connection.rollback();
      statement.execute(forged.formatted("iam_audit_records", 2));
      assertStays(statement, moved.formatted("tree").replace("seq + 1", "seq + 2"));
      connection.rollback();
      statement.execute("CREATE TEMP TABLE iam_audit_records (LIKE public.iam_audit_records)");
      statement.execute(
          forged.formatted("iam_audit_records", 1).replace("FROM iam", "FROM public.iam"));
      assertStays(statement, moved.formatted("tree"));
      connection.rollback();
    }
  }

  @Test
  void itCannotMoveTheHeadToARightRecordWithAnotherTree() throws SQLException {
    String tenant = "organization_id = '" + platform.tenant().id() + "'";
    String next =
        """
        WITH head AS (SELECT * FROM iam_audit_heads WHERE %1$s)
        INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
          target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)
        SELECT organization_id, seq + 1, gen_random_uuid(), now(), 'x', 'x', 'x', 'x', 'low', 'x',
          '{}', hash, sha256('\\x49'::bytea || hash || convert_to('{}', 'UTF8')) FROM head
        """
            .formatted(tenant);
    String moved =
        """
        UPDATE iam_audit_heads SET seq = 2, tree = %1$s, hash =
          (SELECT hash FROM iam_audit_records WHERE %2$s AND seq = 2) WHERE %2$s
        """;
    try (Connection connection = asRole();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(next);
      assertStays(statement, moved.formatted("tree", tenant));
      connection.rollback();
      statement.execute(next);
      String leaf =
          "sha256('\\x00'::bytea || (SELECT hash FROM iam_audit_records WHERE %s AND seq = 2))"
              .formatted(tenant);
      assertThat(
              statement.executeUpdate(
                  moved.formatted("sha256('\\x01'::bytea || tree || " + leaf + ")", tenant)))
          .as("what follows is what the service may add")
          .isEqualTo(1);
      connection.rollback();
    }
  }

  @Test
  void aNewHeadBeginsAtTheBeginning() throws SQLException {
    try (Connection connection = asRole();
        Statement statement = connection.createStatement()) {
      for (String head : List.of("7, sha256('x'), ''", "0, sha256('x'), ''")) {
        assertStays(
            statement,
            "INSERT INTO iam_audit_heads (organization_id, seq, hash, tree) VALUES"
                + " (gen_random_uuid(), %s)".formatted(head));
      }
    }
  }

  private static void assertStays(Statement statement, String sql) {
    assertThatThrownBy(() -> statement.execute(sql)).as(sql).hasMessageContaining("only moves on");
  }

  @Test
  void theCommandSaysWhatItGranted() {
    Commands.Ended lines = commands.run("iam:migrate", "--grant-to", ROLE);
    assertThat(lines.out().lines())
        .contains(ROLE + " has exactly these rights on the service's tables:")
        .anyMatch(line -> line.matches("  SELECT, INSERT, UPDATE, DELETE on [0-9]+ tables"))
        .anyMatch(line -> line.startsWith("  SELECT, INSERT on iam_audit_"));
    JsonPath json = JsonPath.from(commands.run("iam:migrate", "--grant-to", ROLE, "--json").out());
    assertThat(json.getString("granted.role")).isEqualTo(ROLE);
    assertThat(json.<String>getList("granted.tables.'SELECT'")).contains("flyway_schema_history");
    assertThat(JsonPath.from(commands.run("iam:migrate", "--json").out()).<Object>get("granted"))
        .isNull();
  }

  @Test
  void aRoleThatIsNotThereIsWrongUsage() {
    for (String name : List.of("nobody", "postgres", "x\" TO PUBLIC; --")) {
      Commands.Ended ended = commands.run("iam:migrate", "--grant-to", name);
      assertThat(ended.exitCode()).as(name).isEqualTo(2);
      assertThat(ended.err())
          .contains(
              "must be an existing role other than the one that runs the migration, not '"
                  + name
                  + "'");
    }
  }

  private static void assertRefused(Statement statement, String sql) {
    assertThatThrownBy(() -> statement.execute(sql))
        .as(sql)
        .isInstanceOf(SQLException.class)
        .satisfies(error -> assertThat(((SQLException) error).getSQLState()).isEqualTo("42501"));
  }

  private static Connection asRole() throws SQLException {
    return DriverManager.getConnection(TestDatabase.directUrl(), ROLE, ROLE);
  }
}

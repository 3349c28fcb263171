package io.iamplane.decision.erasure;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static io.iamplane.decision.erasure.CraftedRecords.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.cli.Commands;
import io.iamplane.decision.block.Block;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The role of the service changes a block with a record of the chain, and not otherwise. */
@QuarkusTest
class ErasureRightsDbTest {

  private static final String ROLE = "iam_erasing_test";
  private static final String WITHOUT = "was changed without a record of its erasure";

  /** A next record of the chain, with the head moved on to it. */
  private static final String RECORD =
      """
      WITH head AS (SELECT * FROM iam_audit_heads WHERE organization_id = '%1$s')
      INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
        target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)
      SELECT organization_id, seq + %5$d, gen_random_uuid(), now(), '%2$s', 'x', 'decision_block',
        '%3$s', 'high', 'x', '%4$s', hash,
        sha256('\\x49'::bytea || hash || convert_to('%4$s', 'UTF8')) FROM head
      """;

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject ErasedTenant erased;

  private OrganizationId tenant;
  private Block made;
  private String contents;

  @BeforeEach
  void aSealedBlockAndTheServicesRole() throws SQLException {
    AdminTenant api = new AdminTenant(platform);
    tenant = api.organization().id();
    String ann = api.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    made = block(tenant, about("user:" + ann), about("user:bert"));
    erased.seal(made);
    erased.erase(tenant, ann);
    contents = "encode(sha256(filter || '\\x0300'), 'hex')";
    Rows.update(
        "CREATE ROLE %1$s LOGIN PASSWORD '%1$s'; GRANT ALL ON ALL TABLES IN SCHEMA public TO %1$s"
            .formatted(ROLE));
    assertThat(commands.run("iam:migrate", "--grant-to", ROLE).exitCode()).isZero();
  }

  @AfterEach
  void dropIt() throws SQLException {
    Rows.update(
        "DROP FUNCTION IF EXISTS move_head(uuid); DROP OWNED BY %1$s; DROP ROLE %1$s"
            .formatted(ROLE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE %s SET id = gen_random_uuid()",
        "UPDATE %s SET organization_id = gen_random_uuid()",
        "UPDATE %s SET last_id = id",
        "UPDATE %s SET decisions = 1",
        "UPDATE %s SET denied = 0",
        "UPDATE %s SET step_up = 0",
        "UPDATE %s SET root = ''",
        "UPDATE %s SET body = body, root = root",
        "DELETE FROM %s",
        "TRUNCATE %s",
        "ALTER TABLE %s DISABLE TRIGGER ALL",
        "DROP TABLE %s",
        "INSERT INTO %1$s SELECT * FROM %1$s ON CONFLICT (organization_id, id) DO UPDATE SET root = ''"
      })
  void theRoleHasNoOtherRight(String statement) {
    assertThatThrownBy(() -> asRole(statement.formatted("iam_decisions")))
        .isInstanceOf(SQLException.class)
        .satisfies(error -> assertThat(((SQLException) error).getSQLState()).isEqualTo("42501"));
  }

  /** A right on a day's partition would go past the columns of the table. */
  @Test
  void thePartitionsAreOutOfReach() throws SQLException {
    List<String> partitions =
        Rows.texts(
            "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'iam_decisions'::regclass");
    assertThat(partitions).hasSizeGreaterThan(2);
    for (String partition : partitions) {
      for (String each : List.of("UPDATE %s SET root = ''", "DELETE FROM %s", "SELECT FROM %s")) {
        assertThatThrownBy(() -> asRole(each.formatted(partition)))
            .hasMessageContaining("permission denied");
      }
    }
  }

  @Test
  void aBlockIsNotChangedWithoutARecord() throws SQLException {
    assertThatThrownBy(() -> asRole(change())).hasMessageContaining(WITHOUT);
    assertThatThrownBy(() -> asRole("UPDATE iam_decisions SET body = body" + here()))
        .hasMessageContaining(WITHOUT);
    assertThatThrownBy(() -> asRole("UPDATE iam_decisions SET filter = ''" + here()))
        .hasMessageContaining(WITHOUT);
    assertStays();
  }

  @Test
  void aCommitFailsAsWell() throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      assertThat(statement.executeUpdate(change())).isEqualTo(1);
      assertThatThrownBy(connection::commit).hasMessageContaining(WITHOUT);
    }
    assertStays();
  }

  @Test
  void aRecordOfTheChainLetsItBeChanged() throws SQLException {
    asRole(
        change(), record("iam.decisions.erased", made.id(), after(asked(), contents()), 1), head());
  }

  /** The record of a real erasure has the digest of just this content. */
  @Test
  void aRecordOfAnotherTransactionIsNone() throws SQLException {
    erased.run();
    assertThat(erased.lines(tenant, made.id()).getFirst()).startsWith("{\"erased\":");

    assertThatThrownBy(() -> asRole("UPDATE iam_decisions SET body = body" + here()))
        .hasMessageContaining(WITHOUT);
  }

  @Test
  void aRecordBehindTheHeadIsNone() throws SQLException {
    String next = after(asked(), contents());
    assertRefused(record("iam.decisions.erased", made.id(), next, 1));
    assertRefused(record("iam.decisions.erased", made.id(), next, 1_000));
  }

  @Test
  void aRecordOfAnotherKindBlockErasureOrContentIsNone() throws SQLException {
    String asked = asked();
    String contents = contents();
    String type = "iam.decisions.erased";
    assertRefused(record("iam.decisions.sealed", made.id(), after(asked, contents), 1), head());
    assertRefused(record(type, UUID.randomUUID(), after(asked, contents), 1), head());
    assertRefused(record(type, made.id(), after(asked, "00"), 1), head());
    assertRefused(record(type, made.id(), "{}", 1), head());
    assertRefused(
        record(type, made.id(), after(UUID.randomUUID().toString(), contents), 1), head());
    String created =
        Rows.texts(
                "SELECT id FROM iam_audit_records WHERE event_type = 'iam.user.created'"
                    + " AND organization_id = '%s' LIMIT 1".formatted(tenant))
            .getFirst();
    assertRefused(record(type, made.id(), after(created, contents), 1), head());
    assertStays();
  }

  @Test
  void anotherOrganizationsErasureIsNone() throws SQLException {
    AdminTenant other = new AdminTenant(platform);
    String user = other.made("users", "{'name': 'Carl'}");
    erased.erase(other.organization().id(), user);
    String theirs =
        Rows.texts(
                "SELECT id FROM iam_audit_records WHERE event_type = 'iam.subject.erased'"
                    + " AND organization_id = '%s'".formatted(other.organization().id()))
            .getFirst();

    assertRefused(record("iam.decisions.erased", made.id(), after(theirs, contents()), 1), head());
  }

  /** Names that a session puts before the service's own. */
  @Test
  void tablesOfTheSessionDoNotHelp() throws SQLException {
    String forged = record("iam.decisions.erased", made.id(), after(asked(), contents()), 1);
    assertThatThrownBy(() ->
            asRole(
                "CREATE TEMP TABLE iam_audit_records (LIKE public.iam_audit_records)",
                forged,
                "CREATE TEMP TABLE iam_audit_heads AS SELECT gen_random_uuid() AS x, h.* FROM public.iam_audit_heads h",
                change().replace("iam_decisions", "public.iam_decisions")))
        .hasMessageContaining(WITHOUT);
    assertStays();
  }

  @Test
  void theLastOfSeveralChangesNeedsARecord() throws SQLException {
    String right = record("iam.decisions.erased", made.id(), after(asked(), contents()), 1);
    assertThatThrownBy(() ->
            asRole(
                change(),
                right,
                head(),
                "SET CONSTRAINTS ALL IMMEDIATE",
                "UPDATE iam_decisions SET body = '\\x00'" + here()))
        .hasMessageContaining(WITHOUT);
    assertStays();
  }

  private void assertRefused(String... statements) {
    String[] all = new String[statements.length + 1];
    all[0] = change();
    System.arraycopy(statements, 0, all, 1, statements.length);
    assertThatThrownBy(() -> asRole(all)).hasMessageContaining(WITHOUT);
  }

  private void assertStays() throws SQLException {
    assertThat(erased.column(tenant, made.id(), "body")).isEqualTo(made.body());
    assertThat(erased.column(tenant, made.id(), "filter")).isEqualTo(made.filter());
  }

  private String change() {
    return "UPDATE iam_decisions SET body = '\\x0300'" + here();
  }

  private String here() {
    return " WHERE organization_id = '%s' AND id = '%s'".formatted(tenant, made.id());
  }

  /** The digest of the block as {@link #change} leaves it. */
  private String contents() throws SQLException {
    return Rows.texts("SELECT " + contents + " FROM iam_decisions" + here()).getFirst();
  }

  private String asked() throws SQLException {
    return Rows.texts(
            "SELECT id FROM iam_audit_records WHERE event_type = 'iam.subject.erased'"
                + " AND organization_id = '%s'".formatted(tenant))
        .getFirst();
  }

  private static String after(String erasure, String contents) {
    return "{\"after\":{\"erasure\":\"%s\",\"contents\":\"%s\"}}".formatted(erasure, contents);
  }

  private String record(String type, UUID target, String canonical, int behind) {
    return RECORD.formatted(tenant, type, target, canonical, behind);
  }

  /** The owner moves the head on for the role: to compute the tree is not the matter here. */
  private String head() {
    return "SELECT move_head('%s')".formatted(tenant);
  }

  /** Runs statements, and the checks of a commit; the chain stays as it is. */
  private static void asRole(String... statements) throws SQLException {
    Rows.update(
        """
        CREATE OR REPLACE FUNCTION move_head(tenant uuid) RETURNS void
        LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          ALTER TABLE public.iam_audit_heads DISABLE TRIGGER iam_audit_heads_advance;
          UPDATE public.iam_audit_heads SET seq = seq + 1 WHERE organization_id = tenant;
          ALTER TABLE public.iam_audit_heads ENABLE ALWAYS TRIGGER iam_audit_heads_advance;
        END
        $$
        """);
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String each : statements) {
        statement.execute(each);
      }
      statement.execute("SET CONSTRAINTS ALL IMMEDIATE");
      connection.rollback();
    }
  }

  private static Connection connection() throws SQLException {
    return DriverManager.getConnection(TestDatabase.directUrl(), ROLE, ROLE);
  }
}

package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.cli.Commands;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes by the owner around an intact chain. */
@QuarkusTest
class ChainSurroundingsDbTest {

  private static final String PLAN =
      "enable_bitmapscan=off; enable_incremental_sort=off; enable_seqscan=off; enable_sort=off;"
          + " plan_cache_mode=force_generic_plan";

  private static final String TRIGGERS =
      """
      SELECT t.tgname || ' ON ' || c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relname LIKE 'iam\\_audit\\_%' AND NOT t.tgisinternal ORDER BY 1
      """;

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject Acknowledging acknowledging;
  @Inject AuditTriggers triggers;
  @Inject Sql sql;
  @Inject Transactions transactions;

  private Organization own;

  @BeforeEach
  void aPlatform() {
    own = platform.platform();
    acknowledging.acknowledgeAll(own.key());
  }

  // Triggers.

  @Test
  void theTriggersAreAsTheMigrationsMadeThem() {
    assertThat(triggers.find()).isEmpty();
  }

  @Test
  void everyTriggerThatIsGoneIsFound() throws SQLException {
    List<String> names = Rows.texts(TRIGGERS);
    assertThat(names).hasSize(13);
    for (String name : names) {
      String[] parts = name.split(" ON ");
      Finding finding = after("DROP TRIGGER " + name).orElseThrow();
      assertThat(finding.cause()).isEqualTo(FindingCause.PROTECTION_REMOVED);
      assertThat(finding.expected()).isEqualTo("trigger %s on %s".formatted(parts[0], parts[1]));
      assertThat(finding.found()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE iam_audit_records DISABLE TRIGGER iam_audit_records_append_only",
        "ALTER TABLE iam_audit_records ENABLE TRIGGER iam_audit_records_append_only",
        "ALTER TABLE iam_audit_records ENABLE REPLICA TRIGGER iam_audit_records_append_only",
        "CREATE OR REPLACE FUNCTION iam_refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RETURN NEW; END'",
        "CREATE OR REPLACE FUNCTION iam_head_advances() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RETURN NEW; END'",
        "CREATE OR REPLACE TRIGGER iam_audit_records_append_only BEFORE DELETE ON iam_audit_records"
            + " FOR EACH ROW EXECUTE FUNCTION iam_refuse_change()",
        "CREATE OR REPLACE TRIGGER iam_audit_records_append_only BEFORE UPDATE OR DELETE"
            + " ON iam_audit_records FOR EACH ROW WHEN (false) EXECUTE FUNCTION iam_refuse_change()"
      })
  void aTriggerThatDoesNotRefuseIsFound(String change) {
    Finding finding = after(change).orElseThrow();
    assertThat(finding.cause()).isEqualTo(FindingCause.PROTECTION_REMOVED);
    assertThat(finding.found())
        .isIn("a trigger that does not always fire", "a different trigger with that name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FUNCTION iam_head_advances() RESET search_path|" + PLAN,
        "FUNCTION iam_head_advances() RESET enable_sort"
            + "|enable_bitmapscan=off; enable_incremental_sort=off; enable_seqscan=off;"
            + " plan_cache_mode=force_generic_plan; search_path=public, pg_temp",
        "FUNCTION iam_head_advances() SET search_path = pg_temp, public|"
            + PLAN
            + "; search_path=pg_temp, public",
        "FUNCTION iam_head_advances() SET search_path = ''|" + PLAN + "; search_path=\"\"",
        "FUNCTION iam_head_advances() SET session_replication_role = replica|"
            + PLAN
            + "; search_path=public, pg_temp; session_replication_role=replica",
        "FUNCTION iam_refuse_change() SET search_path = pg_temp|search_path=pg_temp"
      })
  void aTriggersFunctionWithOtherSettingsIsFound(String changeAndSettings) {
    String[] parts = changeAndSettings.split("\\|");
    Finding finding = after("ALTER " + parts[0]).orElseThrow();
    assertThat(finding.cause()).isEqualTo(FindingCause.PROTECTION_REMOVED);
    assertThat(finding.found())
        .isEqualTo("a trigger whose function runs with different settings: " + parts[1]);
  }

  @Test
  void theHeadsRecordsAreFoundByTheirKeyWhileTheTableIsEmpty() throws SQLException {
    List<String> plan = Rows.with(ChainSurroundingsDbTest::planOfAnEmptyTable);
    assertThat(plan)
        .hasSize(2)
        .last()
        .isEqualTo("Index Cond: ((organization_id = $1) AND (seq > $2) AND (seq <= $3))");
    assertThat(plan.getFirst()).contains("using young_pkey");
  }

  private static List<String> planOfAnEmptyTable(Statement statement) throws SQLException {
    statement.execute("CREATE TEMP TABLE young (LIKE iam_audit_records INCLUDING ALL)");
    for (String setting : PLAN.split("; ")) {
      statement.execute("SET " + setting);
    }
    statement.execute(
        "PREPARE behind (uuid, bigint, bigint) AS SELECT hash FROM young"
            + " WHERE organization_id = $1 AND seq > $2 AND seq <= $3"
            + " ORDER BY organization_id, seq");
    List<String> lines = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "EXPLAIN EXECUTE behind ('00000000-0000-7000-8000-000000000000', 1, 2)")) {
      while (rows.next()) {
        lines.add(rows.getString(1).strip());
      }
    }
    return lines;
  }

  @Test
  void aFunctionThatIsMadeAgainHasLostItsSearchPath() throws SQLException {
    String body =
        Rows.texts("SELECT prosrc FROM pg_proc WHERE proname = 'iam_head_advances'").getFirst();
    Finding finding =
        after(
                "CREATE OR REPLACE FUNCTION iam_head_advances() RETURNS trigger LANGUAGE plpgsql"
                    + " AS $body$"
                    + body
                    + "$body$")
            .orElseThrow();
    assertThat(finding.expected()).isEqualTo("trigger iam_audit_heads_advance on iam_audit_heads");
    assertThat(finding.found()).endsWith("different settings: none");
  }

  @Test
  void aTriggerThatIsGoneIsAFindingOfThePlatformWhichIsAnnounced() throws SQLException {
    long announced = Acknowledging.announcements();
    Rows.update("ALTER TABLE iam_audit_tiles DISABLE TRIGGER iam_audit_tiles_append_only");
    try {
      Commands.Ended ended = verify(own.key());
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out())
          .contains(
              own.key()
                  + ": BROKEN at record 1: protection_removed, expected trigger"
                  + " iam_audit_tiles_append_only on iam_audit_tiles, found a trigger that does not"
                  + " always fire");
      verify(own.key());
      assertThat(Acknowledging.announcements()).isEqualTo(announced + 1);
      assertThat(commands.run("iam:audit:checkpoint", "--organization", own.key()).exitCode())
          .as("the chain holds")
          .isZero();
    } finally {
      Rows.update("ALTER TABLE iam_audit_tiles ENABLE ALWAYS TRIGGER iam_audit_tiles_append_only");
    }
    assertThat(verify(own.key()).exitCode()).as("not acknowledged").isEqualTo(1);
    acknowledging.acknowledgeAll(own.key());
    assertThat(verify(own.key()).exitCode()).isZero();
  }

  // The organization's row.

  @Test
  void aRenamedKeyIsAFinding() throws SQLException {
    Organization tenant = platform.tenant();
    String renamed = tenant.key() + "-2";
    rename(tenant, renamed);
    try {
      Commands.Ended ended = verify(renamed);
      assertThat(ended.exitCode()).isEqualTo(1);
      assertThat(ended.out())
          .contains(
              "%s: BROKEN at record 1: organization_altered, expected key %s, found key %s"
                  .formatted(renamed, tenant.key(), renamed));
    } finally {
      rename(tenant, tenant.key());
    }
    assertThat(verify(tenant.key()).exitCode()).as("not acknowledged").isEqualTo(1);
    acknowledging.acknowledgeAll(tenant.key());
    assertThat(verify(tenant.key()).exitCode()).isZero();
  }

  private static void rename(Organization organization, String key) throws SQLException {
    Rows.update(
        "UPDATE iam_organizations SET key = '%s' WHERE id = '%s'"
            .formatted(key, organization.id()));
  }

  private Commands.Ended verify(String organization) {
    return commands.run("iam:audit:verify", "--organization", organization);
  }

  /** Returns the finding after a statement that is rolled back. */
  private Optional<Finding> after(String statement) {
    List<Optional<Finding>> found = new ArrayList<>();
    try {
      transactions.run(() -> {
        sql.update(statement);
        found.add(triggers.find());
        throw new UndoneException();
      });
    } catch (UndoneException e) {
      return found.getFirst();
    }
    throw new AssertionError("nothing was undone");
  }

  /** Rolls a transaction back. */
  private static final class UndoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}

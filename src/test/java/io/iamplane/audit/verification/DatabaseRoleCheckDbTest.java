package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Commands;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.StartUpCheck.Severity;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class DatabaseRoleCheckDbTest {

  private static final String ROLE = "iam_checked_test";

  @Inject Commands commands;
  @Inject TestPlatform platform;
  @Inject Sql sql;
  @Inject Transactions transactions;

  private static boolean prepared;

  private DatabaseRoleCheck check;

  @BeforeEach
  void aPreparedRole() throws SQLException {
    platform.platform();
    check = new DatabaseRoleCheck(sql, LaunchMode.NORMAL, false, false);
    if (!prepared) {
      Rows.update("CREATE ROLE " + ROLE);
      assertThat(commands.run("iam:migrate", "--grant-to", ROLE).exitCode()).isZero();
      prepared = true;
    }
  }

  /** Every test revokes its own grants. */
  @AfterAll
  static void dropIt() throws SQLException {
    Rows.update("DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(ROLE));
  }

  @Test
  void thePreparedRoleIsFine() {
    assertThat(isTooPowerful()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GRANT UPDATE ON iam_audit_records TO %s",
        "GRANT UPDATE (canonical) ON iam_audit_records TO %s",
        "GRANT DELETE ON iam_audit_records TO %s",
        "GRANT TRUNCATE ON iam_audit_records TO %s",
        "GRANT TRIGGER ON iam_audit_records TO %s",
        "GRANT UPDATE ON iam_audit_tiles TO %s",
        "GRANT DELETE ON iam_audit_checkpoints TO %s",
        "GRANT pg_write_all_data TO %s"
      })
  void aRoleThatWasGivenMoreIsNot(String more) throws SQLException {
    Rows.update(more.formatted(ROLE));
    try {
      assertThat(isTooPowerful()).as(more).isTrue();
    } finally {
      Rows.update(more.replaceFirst("GRANT", "REVOKE").replace(" TO ", " FROM ").formatted(ROLE));
    }
    assertThat(isTooPowerful()).as(more).isFalse();
  }

  @Test
  void aSuperuserIsTooPowerful() throws SQLException {
    Rows.update("ALTER ROLE " + ROLE + " SUPERUSER");
    try {
      assertThat(isTooPowerful()).isTrue();
    } finally {
      Rows.update("ALTER ROLE " + ROLE + " NOSUPERUSER");
    }
    assertThat(isTooPowerful()).isFalse();
  }

  @Test
  void whoOwnsATableIsTooPowerful() {
    assertThat(inATransactionThatIsUndone("ALTER TABLE iam_audit_records OWNER TO " + ROLE))
        .isTrue();
    assertThat(inATransactionThatIsUndone("ALTER TABLE iam_audit_tiles OWNER TO " + ROLE)).isTrue();
    assertThat(isTooPowerful()).isFalse();
  }

  @Test
  void whoCanTakeTheOwnersPlaceIsTooPowerful() throws SQLException {
    Rows.update("GRANT postgres TO " + ROLE);
    try {
      assertThat(isTooPowerful()).isTrue();
    } finally {
      Rows.update("REVOKE postgres FROM " + ROLE);
    }
    assertThat(isTooPowerful()).isFalse();
  }

  /** The owner of the schema or database can drop its tables. */
  @Test
  void whoOwnsTheSchemaOrTheDatabaseIsTooPowerful() {
    assertThat(inATransactionThatIsUndone("ALTER SCHEMA public OWNER TO " + ROLE)).isTrue();
    assertThat(inATransactionThatIsUndone("ALTER DATABASE postgres OWNER TO " + ROLE)).isTrue();
    assertThat(isTooPowerful()).isFalse();
  }

  @Test
  void aProductionStartStopsWithOneLine() {
    assertThat(check.findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line())
              .startsWith("quarkus.datasource.username: ")
              .contains("iam:migrate --grant-to", "IAM_AUDIT_ACCEPT_SINGLE_ROLE")
              .doesNotContain("\n");
        });
    assertThat(as(() -> check.findings().isEmpty())).isTrue();
  }

  @Test
  void whoAcceptsASingleRoleIsWarned() {
    assertThat(new DatabaseRoleCheck(sql, LaunchMode.NORMAL, true, false).findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.line()).contains("iam.audit.accept-single-role");
        });
  }

  /** The role that makes the tables at its first start would be refused at its second. */
  @Test
  void whoMigratesAnEmptyDatabaseIsStoppedAtOnce() {
    DatabaseRoleCheck migrating = new DatabaseRoleCheck(sql, LaunchMode.NORMAL, false, true);
    boolean[] stopped = new boolean[1];
    transactions.run(() -> {
      become();
      assertThat(migrating.findings()).isEmpty();
      sql.list("SELECT set_config('search_path', 'pg_temp', true)", row -> true);
      stopped[0] = !migrating.findings().isEmpty();
    });
    assertThat(stopped[0]).isTrue();
  }

  @Test
  void developmentAndTestsRunAsTheOwner() {
    assertThat(new DatabaseRoleCheck(sql, LaunchMode.DEVELOPMENT, false, true).findings())
        .isEmpty();
    assertThat(new DatabaseRoleCheck(sql, LaunchMode.TEST, false, true).findings()).isEmpty();
  }

  private boolean isTooPowerful() {
    return as(() -> check.tooPowerful());
  }

  /** Asks as the role: until the transaction ends it is the current one. */
  private boolean as(BooleanSupplier question) {
    return transactions.call(() -> {
      become();
      return question.getAsBoolean();
    });
  }

  private void become() {
    sql.list("SELECT set_config('role', ?, true)", row -> true, ROLE);
  }

  /** The role as it is after a statement, in a transaction of its own. */
  private boolean inATransactionThatIsUndone(String statement) {
    boolean[] powerful = new boolean[1];
    try {
      transactions.run(() -> {
        sql.update(statement);
        become();
        powerful[0] = check.tooPowerful();
        throw new UndoneException();
      });
    } catch (UndoneException expected) {
      return powerful[0];
    }
    throw new AssertionError("nothing was undone");
  }

  /** Rolls a transaction back. */
  private static final class UndoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}

package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.directory.organization.CreateOrganizationRequest;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The connection breaks at each statement of a change in turn; then all of it or nothing is there.
 */
@QuarkusTest
class ChangeFaultsDbTest {

  private static final List<String> TABLES =
      List.of(
          "iam_organizations",
          "iam_policy_versions",
          "iam_policy_changes",
          "iam_audit_heads",
          "iam_audit_records",
          "iam_outbox_messages");

  @Inject OrganizationService organizations;
  @Inject TestPlatform platform;
  @Inject ExpectedTenants expected;

  private static List<String> before = List.of();

  @BeforeEach
  void whoWasThereBefore() throws SQLException {
    before = Rows.texts("SELECT id FROM iam_organizations WHERE kind = 'tenant'");
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
  }

  /** Runs with and without the platform's expected version in memory. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void failureBeforeAnyStatementLeavesNothingAtAll(boolean isKnown) throws Exception {
    Caller caller = platform.command();
    List<String> statements = statementsOf(caller, isKnown);
    assertThat(statements).hasSizeGreaterThan(10).endsWith("COMMIT");
    for (int at = 0; at < statements.size(); at++) {
      prepare(caller, isKnown);
      String before = contents();
      TestDatabase.proxy().cutBefore(StatementWatch.at(statements, at));
      IamException refusal = failingCreation(caller, "before-" + isKnown + at);
      TestDatabase.proxy().cutNothing();
      assertThat(contents()).as("cut before %s", statements.get(at)).isEqualTo(before);
      assertThat(refusal.members())
          .as("cut before %s", statements.get(at))
          .containsEntry(
              "outcome", statements.get(at).equals("COMMIT") ? "unknown" : "not_applied");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void failureAfterAnyStatementLeavesNothingUnlessItWasTheCommit(boolean isKnown) throws Exception {
    Caller caller = platform.command();
    List<String> statements = statementsOf(caller, isKnown);
    for (int at = 0; at < statements.size(); at++) {
      prepare(caller, isKnown);
      String before = contents();
      TestDatabase.proxy().cutAfter(StatementWatch.at(statements, at));
      IamException refusal = failingCreation(caller, "after-" + isKnown + at);
      TestDatabase.proxy().cutNothing();
      if (statements.get(at).equals("COMMIT")) {
        assertThat(refusal.members()).containsEntry("outcome", "unknown");
        assertThat(organizations.get("after-" + isKnown + at).key()).isNotEmpty();
      } else {
        assertThat(refusal.members()).containsEntry("outcome", "not_applied");
        assertThat(contents()).as("cut after %s", statements.get(at)).isEqualTo(before);
      }
    }
  }

  private IamException failingCreation(Caller caller, String key) {
    IamException refusal =
        catchThrowableOfType(
            IamException.class,
            () ->
                organizations.create(caller, new CreateOrganizationRequest(key, "Failing", null)));
    assertThat(refusal).as("the change must be refused").isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
    return refusal;
  }

  private void prepare(Caller caller, boolean isKnown) throws SQLException {
    if (isKnown) {
      String key = "known-" + Long.toString(System.nanoTime(), 36);
      organizations.create(caller, new CreateOrganizationRequest(key, "K", null));
      whoWasThereBefore();
    } else {
      expected.forget(caller.organization());
    }
  }

  private List<String> statementsOf(Caller caller, boolean isKnown) throws Exception {
    return StatementWatch.agreed(() -> {
      prepare(caller, isKnown);
      String key = "whole-" + Long.toString(System.nanoTime(), 36);
      return StatementWatch.statementsOf(
          () -> organizations.create(caller, new CreateOrganizationRequest(key, "W", null)));
    });
  }

  /**
   * A digest of all tables, read around the proxy, but for the rows of tenants that were there
   * before: other tests leave more of them than could be read so often.
   */
  private static String contents() throws SQLException {
    StringBuilder contents = new StringBuilder();
    try (Connection connection =
            DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
        Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT count(*) || md5(coalesce(string_agg(md5(t::text), '' ORDER BY"
                    + " md5(t::text)), '')) FROM %s t WHERE %s <> ALL ('{%s}'::uuid[])"
                        .formatted(
                            table,
                            table.equals("iam_organizations") ? "id" : "organization_id",
                            String.join(",", before)))) {
          row.next();
          contents.append(table).append(' ').append(row.getString(1)).append('\n');
        }
      }
    }
    return contents.toString();
  }
}

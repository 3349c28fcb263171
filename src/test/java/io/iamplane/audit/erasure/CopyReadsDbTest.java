package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.erasure.CopyStore.Position;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A portion reads only its own rows, under any statistics of the table. */
@QuarkusTest
class CopyReadsDbTest {

  /** So many that none of them is remembered as one that has many rows. */
  private static final int OTHERS = 150;

  private static final int FEW = 100;
  private static final int MANY = 5_000;
  private static final int PORTION = 500;

  /** The id of another tenant, as an expression of SQL. */
  private static final String OTHER =
      "('0198e000-0000-7000-8000-' || lpad((n %% %d)::text, 12, '0'))::uuid".formatted(OTHERS);

  private static final String[] PATTERNS = {"%annabel%"};

  @Inject CopyStore store;
  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject TestPlatform platform;

  private OrganizationId organization;

  @BeforeEach
  void aTenant() {
    organization = platform.tenant().id();
  }

  @AfterEach
  void withoutTheRows() throws SQLException {
    for (String table : List.of("iam_audit_personal", "iam_policy_changes")) {
      Rows.update(
          """
          DELETE FROM %s WHERE organization_id = '%s'
            OR organization_id IN (SELECT %s FROM generate_series(1, %d) n)
          """
              .formatted(table, organization, OTHER, OTHERS));
    }
  }

  @Test
  void valuesOfATenantThatWasLoadedSinceTheTableWasAnalyzed() throws SQLException {
    values(OTHER, FEW * OTHERS);
    Rows.update("ANALYZE iam_audit_personal");
    values("'" + organization + "'", MANY);
    assertThat(
            fetched(
                "iam_audit_personal",
                () -> store.values(organization, new Position(0, ""), 1, PATTERNS, PORTION)))
        .isLessThanOrEqualTo(PORTION + 1);
  }

  @Test
  void imagesOfATenantThatWasLoadedSinceTheTableWasAnalyzed() throws SQLException {
    images(OTHER, FEW * OTHERS);
    Rows.update("ANALYZE iam_policy_changes");
    images("'" + organization + "'", MANY);
    assertThat(
            fetched(
                "iam_policy_changes",
                () -> store.images(organization, new Position(0, "-1"), 1, PATTERNS, PORTION)))
        .isLessThanOrEqualTo(PORTION + 1);
  }

  @Test
  void whatFollowsInTheTransactionMaySortAgain() {
    List<String> after =
        transactions.call(() -> {
          store.values(organization, new Position(0, ""), 1, PATTERNS, PORTION);
          return sql.list("SHOW enable_sort", row -> row.getString(1));
        });
    assertThat(after).containsExactly("on");
  }

  /** Counts the rows of a table that the transaction touched for a portion. */
  private long fetched(String table, Supplier<List<?>> portion) {
    return transactions.call(() -> {
      long before = touched(table);
      assertThat(portion.get()).hasSize(PORTION);
      return touched(table) - before;
    });
  }

  private long touched(String table) {
    return sql.first(
            """
            SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS n FROM pg_stat_xact_user_tables
            WHERE relname = ?
            """,
            row -> row.getLong("n"),
            table)
        .orElseThrow();
  }

  private static void values(String tenants, int count) throws SQLException {
    Rows.update(
        """
        INSERT INTO iam_audit_personal (organization_id, seq, path, subject, salt, value)
        SELECT (%s)::uuid, 1, '/after/' || lpad(n::text, 9, '0'), 'grant:' || n, sha256('x'),
          '"because"'
        FROM generate_series(1, %d) n
        """
            .formatted(tenants, count));
  }

  private static void images(String tenants, int count) throws SQLException {
    Rows.update(
        """
        INSERT INTO iam_policy_changes (organization_id, version, ordinal, event_type, target_type,
          target_id, after, changed_at)
        SELECT (%s)::uuid, 1, 1000 + n, 'iam.relation.written', 'note', n::text,
          '{"note": "because"}', now()
        FROM generate_series(1, %d) n
        """
            .formatted(tenants, count));
  }
}

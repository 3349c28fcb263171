package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The states that a key may have, held by the database itself. Each test is a transaction that is
 * undone, in which the key that audits now, if another test made one, makes room.
 */
@QuarkusTest
class SigningKeyStatesDbTest {

  private static final String SEALED = "'\\x01', '\\x01', 'local', 'v1'";
  private static final String NOTHING = "NULL, NULL, NULL, NULL";
  private static final String T = "'2026-01-01T00:00:00Z'";

  private Connection connection;

  @BeforeEach
  void begin() throws SQLException {
    connection = Rows.open();
    connection.setAutoCommit(false);
    update(
        """
        UPDATE iam_signing_keys SET status = 'overlap', superseded_at = greatest(activated_at, now())
        WHERE status = 'active'
        """);
    update("DELETE FROM iam_signing_keys WHERE status = 'pending'");
  }

  @AfterEach
  void undo() throws SQLException {
    connection.rollback();
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pending | sealed  | -         | -          | -       | -",
        "active  | sealed  | activated | -          | -       | -",
        "overlap | sealed  | activated | superseded | -       | -",
        "overlap | nothing | activated | superseded | -       | -",
        "retired | nothing | activated | superseded | retired | -",
        "revoked | nothing | activated | -          | -       | revoked",
        "revoked | nothing | -         | -          | -       | revoked",
      })
  void stateThatAKeyMayHaveIsStored(
      String status, String part, String a, String s, String r, String v) throws SQLException {
    assertThat(insert("audit", status, part, times(a, s, r, v))).isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pending | nothing | -         | -          | -       | -",
        "pending | sealed  | activated | -          | -       | -",
        "active  | nothing | activated | -          | -       | -",
        "active  | sealed  | -         | -          | -       | -",
        "active  | sealed  | activated | -          | -       | revoked",
        "active  | sealed  | activated | -          | retired | -",
        "overlap | sealed  | activated | -          | -       | -",
        "overlap | sealed  | -         | superseded | -       | -",
        "retired | sealed  | activated | superseded | retired | -",
        "retired | nothing | activated | superseded | -       | -",
        "revoked | sealed  | activated | -          | -       | revoked",
        "revoked | nothing | activated | -          | -       | -",
        "unknown | sealed  | -         | -          | -       | -",
        "Active  | sealed  | activated | -          | -       | -",
      })
  void stateThatNoKeyMayHaveIsRefused(
      String status, String part, String a, String s, String r, String v) {
    assertThatThrownBy(() -> insert("audit", status, part, times(a, s, r, v)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("iam_signing_keys");
  }

  @Test
  void halfASealedKeyIsRefused() {
    for (String half :
        new String[] {
          "'\\x01', NULL, 'local', 'v1'", "NULL, '\\x01', 'local', 'v1'",
          "'\\x01', '\\x01', NULL, 'v1'", "'\\x01', '\\x01', 'local', NULL"
        }) {
      assertThatThrownBy(
              () -> insertRow("audit", "Ed25519", "overlap", half, times("a", "s", "-", "-")))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("sealed_whole");
    }
  }

  @Test
  void purposeFixesTheAlgorithm() {
    for (String[] pair :
        new String[][] {
          {"token", "Ed25519"}, {"audit", "ES256"}, {"token", "HS256"}, {"other", "ES256"}
        }) {
      assertThatThrownBy(
              () -> insertRow(pair[0], pair[1], "pending", SEALED, times("-", "-", "-", "-")))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("iam_signing_keys_algorithm");
    }
  }

  @Test
  void oneKeyOfAPurposeIsActive() throws SQLException {
    insert("audit", "active", "sealed", times("a", "-", "-", "-"));
    assertThatThrownBy(() -> insert("audit", "active", "sealed", times("a", "-", "-", "-")))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("iam_signing_keys_one_active");
    assertThat(insert("audit", "pending", "sealed", times("-", "-", "-", "-"))).isOne();
  }

  @Test
  void timesGoForward() {
    String backwards = "'2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', NULL, NULL, NULL";
    assertThatThrownBy(() -> insertRow("audit", "Ed25519", "active", SEALED, backwards))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("iam_signing_keys_times");
  }

  private int insert(String purpose, String status, String part, String times) throws SQLException {
    return insertRow(purpose, "Ed25519", status, part.equals("sealed") ? SEALED : NOTHING, times);
  }

  private int insertRow(String purpose, String alg, String status, String sealed, String times)
      throws SQLException {
    return update(
        """
        INSERT INTO iam_signing_keys (kid, purpose, alg, status, public_key, sealed_private,
          wrapped_data_key, provider, provider_key_version, published_at, activated_at,
          superseded_at, retired_at, revoked_at)
        VALUES ('state-' || gen_random_uuid(), '%s', '%s', '%s', '\\x00', %s, %s)
        """
            .formatted(purpose, alg, status, sealed, times));
  }

  /** A refused statement does not end the transaction. */
  private int update(String sql) throws SQLException {
    Savepoint before = connection.setSavepoint();
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    } catch (SQLException e) {
      connection.rollback(before);
      throw e;
    }
  }

  private static String times(String... set) {
    StringBuilder times = new StringBuilder(T);
    for (String one : set) {
      times.append(", ").append(one.equals("-") ? "NULL" : T);
    }
    return times.toString();
  }
}

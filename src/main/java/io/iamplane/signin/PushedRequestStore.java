package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;

/** The rows of {@code iam_pushed_requests}. */
@Singleton
class PushedRequestStore {

  private final Sql sql;

  PushedRequestStore(Sql sql) {
    this.sql = sql;
  }

  int count() {
    return sql.first("SELECT count(*) FROM iam_pushed_requests", row -> row.getInt(1)).orElse(0);
  }

  int count(String clientId) {
    return sql.first(
            "SELECT count(*) FROM iam_pushed_requests WHERE client_id = ?",
            row -> row.getInt(1),
            clientId)
        .orElse(0);
  }

  /** The number of requests of an organization's applications. */
  int count(OrganizationId organization) {
    return sql.first(
            """
            SELECT count(*) FROM iam_pushed_requests p JOIN iam_clients c USING (client_id)
            WHERE c.organization_id = ?
            """,
            row -> row.getInt(1),
            organization.value())
        .orElse(0);
  }

  void insert(byte[] uriHash, String clientId, String query, Instant expiresAt) {
    sql.updateOne(
        """
        INSERT INTO iam_pushed_requests (uri_hash, client_id, query, expires_at)
        VALUES (?, ?, ?, ?)
        """,
        uriHash,
        clientId,
        query,
        expiresAt);
  }

  /**
   * Uses a request up, in a transaction; empty if it is unknown, used, expired, or of another
   * client.
   */
  Optional<String> take(byte[] uriHash, String clientId, Instant now) {
    return sql.first(
            """
            SELECT query FROM iam_pushed_requests
            WHERE uri_hash = ? AND client_id = ? AND expires_at > ?
            """,
            row -> row.getString("query"),
            uriHash,
            clientId,
            now)
        .filter(_ ->
            sql.update("DELETE FROM iam_pushed_requests WHERE uri_hash = ?", (Object) uriHash)
                == 1);
  }

  /** Removes expired requests and returns their number. Skips rows locked by other transactions. */
  int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_pushed_requests WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_pushed_requests WHERE expires_at <= ?
          ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        now,
        most);
  }
}

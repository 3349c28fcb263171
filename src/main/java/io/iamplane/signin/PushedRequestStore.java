package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_pushed_requests}. */
@Singleton
class PushedRequestStore implements ExpiringRows {

  private final Sql sql;

  PushedRequestStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * The stored requests of a kind of client.
   *
   * @param ofOrganization those of one organization's clients
   */
  record Count(int all, int ofOrganization) {}

  Count count(SignInClient client) {
    return sql.first(
            """
            SELECT count(*) AS of_kind, count(*) FILTER (WHERE organization_id = ?) AS own
            FROM iam_pushed_requests WHERE kind = ?
            """,
            row -> new Count(row.getInt("of_kind"), row.getInt("own")),
            organization(client),
            kind(client))
        .orElseThrow();
  }

  void insert(byte[] uriHash, SignInClient client, String query, Instant expiresAt) {
    sql.updateOne(
        """
        INSERT INTO iam_pushed_requests (uri_hash, client_id, organization_id, kind, query,
          expires_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        uriHash,
        client.id(),
        organization(client),
        kind(client),
        query,
        expiresAt);
  }

  private static @Nullable UUID organization(SignInClient client) {
    return client.organization() == null ? null : client.organization().value();
  }

  private static String kind(SignInClient client) {
    if (client.isPanel()) {
      return "panel";
    }
    return client.confidential() ? "confidential" : "public";
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

  @Override
  public String rows() {
    return "pushed requests";
  }

  @Override
  public int removeExpired(Instant now, int most) {
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

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

  /** The stored requests of a kind of client, and of one organization's clients of it. */
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

  /** A request of a client that no browser has brought yet. */
  record Pushed(String clientId, String query) {}

  /** The request; empty if it is unknown, used, or expired. */
  Optional<Pushed> find(byte[] uriHash, Instant now) {
    return sql.first(
        """
        SELECT client_id, query FROM iam_pushed_requests WHERE uri_hash = ? AND expires_at > ?
        """,
        row -> new Pushed(row.getString("client_id"), row.getString("query")),
        uriHash,
        now);
  }

  /** Uses a request up; false if another use came first. */
  boolean take(byte[] uriHash) {
    return sql.update("DELETE FROM iam_pushed_requests WHERE uri_hash = ?", (Object) uriHash) == 1;
  }

  @Override
  public String rows() {
    return "pushed authorization requests";
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

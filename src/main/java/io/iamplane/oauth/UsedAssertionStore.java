package io.iamplane.oauth;

import io.iamplane.database.Columns;
import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import io.iamplane.oauth.GroupedAssertions.Named;
import io.iamplane.oauth.GroupedAssertions.Use;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** The rows of {@code iam_client_assertions}. */
@Singleton
class UsedAssertionStore implements ExpiringRows {

  private final Sql sql;

  UsedAssertionStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Uses assertions up. Waits for concurrent transactions with the same assertions.
   *
   * @param uses of distinct assertions, in the order of their names
   * @param now assertions remembered until this time or earlier count as never used
   * @return the assertions used for the first time
   */
  SortedSet<Named> use(List<Use> uses, Instant now) {
    Columns<Use> of = new Columns<>(uses);
    return new TreeSet<>(
        sql.list(
            """
            WITH first AS (
              INSERT INTO iam_client_assertions (organization_id, client_id, jti_hash, expires_at)
              SELECT organization_id, client_id, jti_hash, expires_at
              FROM unnest(?::uuid[], ?::text[], ?::bytea[], ?::timestamptz[])
                AS used (organization_id, client_id, jti_hash, expires_at)
              ON CONFLICT (organization_id, client_id, jti_hash) DO UPDATE
              SET expires_at = excluded.expires_at WHERE iam_client_assertions.expires_at <= ?
              RETURNING *)
            SELECT organization_id, client_id, jti_hash FROM first
            """,
            UsedAssertionStore::named,
            of.ids(use -> use.assertion().organization().value()),
            of.texts(use -> use.assertion().clientId()),
            of.bytes(use -> use.assertion().jtiHash().array()),
            of.times(Use::keepUntil),
            now));
  }

  private static Named named(ResultSet row) throws SQLException {
    return new Named(
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        row.getString("client_id"),
        ByteBuffer.wrap(row.getBytes("jti_hash")));
  }

  @Override
  public String rows() {
    return "used client assertions";
  }

  /** Removes assertions that their own end refuses (RFC 7523, section 3). */
  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_client_assertions WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_client_assertions WHERE expires_at <= ?
          ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        now,
        most);
  }
}

package io.iamplane.token.oauth;

import io.iamplane.client.Client;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;

/** The rows of {@code iam_client_assertions}. */
@Singleton
class UsedAssertionStore implements UsedAssertions {

  private final Sql sql;

  UsedAssertionStore(Sql sql) {
    this.sql = sql;
  }

  /** Waits for another transaction that is about to use the same assertion. */
  @Override
  public boolean use(Client client, byte[] jtiHash, Instant keepUntil, Instant now) {
    return sql.update(
            """
            INSERT INTO iam_client_assertions (organization_id, client_id, jti_hash, expires_at)
            VALUES (?, ?, ?, ?)
            ON CONFLICT (organization_id, client_id, jti_hash) DO UPDATE
            SET expires_at = excluded.expires_at WHERE iam_client_assertions.expires_at <= ?
            """,
            client.organization().value(),
            client.clientId(),
            jtiHash,
            keepUntil,
            now)
        == 1;
  }

  /** Removes expired ones; how many. Never waits: what another transaction holds is left to it. */
  int removeExpired(Instant now, int most) {
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

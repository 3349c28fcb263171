package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.job.ExpiringRows;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_authorization_codes}. */
@Singleton
class AuthorizationCodeStore implements ExpiringRows {

  private final Sql sql;

  AuthorizationCodeStore(Sql sql) {
    this.sql = sql;
  }

  void insert(byte[] hash, AuthorizationCode code) {
    sql.updateOne(
        """
        INSERT INTO iam_authorization_codes (code_hash, organization_id, session_id, user_id,
          client_id, redirect_uri, challenge, scope, nonce, key_thumbprint, expires_at, keep_until,
          aal, amr, authenticated_at, policy_version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        hash,
        code.organization().value(),
        code.session(),
        code.user().value(),
        code.clientId(),
        code.redirectUri(),
        code.challenge(),
        String.join(" ", code.scopes()),
        code.nonce(),
        code.keyThumbprint(),
        code.expiresAt(),
        code.keepUntil(),
        code.proof().aal().wire(),
        String.join(" ", code.proof().amr()),
        code.proof().at(),
        code.policyVersion());
  }

  Optional<AuthorizationCode> byHash(byte[] hash) {
    RoundTrip trip = sql.roundTrip();
    Supplier<List<Map.Entry<ByteBuffer, AuthorizationCode>>> found = byHashes(List.of(hash), trip);
    trip.run();
    return found.get().stream().map(Map.Entry::getValue).findAny();
  }

  /** The codes that exist, each with its hash. */
  static Supplier<List<Map.Entry<ByteBuffer, AuthorizationCode>>> byHashes(
      List<byte[]> hashes, RoundTrip trip) {
    return trip.list(
        """
        SELECT c.code_hash, c.organization_id, c.session_id, c.user_id, c.client_id, c.redirect_uri,
          c.challenge, c.scope, c.nonce, c.key_thumbprint, c.expires_at, c.keep_until, c.token_jti,
          c.reused_at, c.aal, coalesce(c.amr, s.amr, '') AS amr,
          coalesce(c.authenticated_at, s.authenticated_at) AS authenticated_at, c.policy_version,
          EXISTS (SELECT 1 FROM iam_ended_tokens e WHERE e.organization_id = c.organization_id
            AND e.holder = 'client/' || c.client_id AND e.version > c.policy_version) AS ended
        FROM iam_authorization_codes c
        LEFT JOIN iam_sessions s ON s.id = c.session_id AND c.amr IS NULL
        WHERE c.code_hash = ANY ((SELECT ?::bytea[])::bytea[])
        """,
        row -> Map.entry(ByteBuffer.wrap(row.getBytes("code_hash")), read(row)),
        new Columns<>(hashes).bytes(each -> each));
  }

  /** Counts the codes of a session, used or not, whose time runs. */
  int count(UUID session, Instant now) {
    return sql.first(
            """
            SELECT count(*) FROM iam_authorization_codes WHERE session_id = ? AND expires_at > ?
            """,
            row -> row.getInt(1),
            session,
            now)
        .orElse(0);
  }

  private static AuthorizationCode read(ResultSet row) throws SQLException {
    return new AuthorizationCode(
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        row.getObject("session_id", UUID.class),
        new UserId(row.getObject("user_id", UUID.class)),
        row.getString("client_id"),
        row.getString("redirect_uri"),
        row.getString("challenge"),
        Scopes.read(row.getString("scope")),
        row.getString("nonce"),
        row.getString("key_thumbprint"),
        Sql.instant(row, "expires_at"),
        Sql.instant(row, "keep_until"),
        row.getString("token_jti"),
        row.getObject("reused_at") != null,
        SessionStore.proof(row),
        row.getLong("policy_version"),
        row.getBoolean("ended"));
  }

  /** Begins a round trip for {@link #use}. */
  RoundTrip roundTrip() {
    return sql.roundTrip();
  }

  /**
   * Marks a code as used. Waits for a concurrent transaction that uses the same code.
   *
   * @param jti names the token issued for it; null if none is issued
   * @return 1 for the first use, across all replicas, else 0
   */
  Supplier<Integer> use(
      byte[] hash, Instant at, @Nullable String jti, Instant keepUntil, RoundTrip trip) {
    return trip.count(
        """
        UPDATE iam_authorization_codes SET used_at = ?, token_jti = ?, keep_until = ?
        WHERE code_hash = ? AND used_at IS NULL
        """,
        at,
        jti,
        keepUntil,
        hash);
  }

  /**
   * Keeps the used codes of a session whose families have ended no longer than the access tokens of
   * these may live.
   */
  static void keepWithoutFamily(UUID session, Instant until, RoundTrip trip) {
    trip.update(
        """
        UPDATE iam_authorization_codes c SET keep_until = ?
        WHERE session_id = ? AND keep_until > ? AND used_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM iam_refresh_families f WHERE f.code_hash = c.code_hash)
        """,
        until,
        session,
        until);
  }

  /** Records a second use of a code; false if one was recorded before. */
  boolean reused(Recording recording, byte[] hash) {
    return sql.update(
            """
            UPDATE iam_authorization_codes SET reused_at = ?
            WHERE organization_id = ? AND code_hash = ? AND reused_at IS NULL
            """,
            recording.at(),
            recording.organization().value(),
            hash)
        == 1;
  }

  @Override
  public String rows() {
    return "authorization codes";
  }

  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_authorization_codes WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM iam_authorization_codes WHERE keep_until <= ?
          ORDER BY keep_until LIMIT ? FOR UPDATE SKIP LOCKED))
        """,
        now,
        most);
  }
}

package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import jakarta.inject.Singleton;
import java.time.Instant;
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

  /** Begins a round trip for {@link #use}. */
  RoundTrip roundTrip() {
    return sql.roundTrip();
  }

  /**
   * Marks a code as used. Waits for a concurrent transaction that uses the same code.
   *
   * @param jti names the token issued for it; null if none is issued
   * @param keepUntil the latest expiry of that token
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

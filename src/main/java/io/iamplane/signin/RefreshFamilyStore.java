package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.job.ExpiringRows;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The rows of {@code iam_refresh_families}. */
@Singleton
class RefreshFamilyStore implements ExpiringRows {

  private final Sql sql;

  RefreshFamilyStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Writes a new family, which lasts no longer than its session may now: another sign-in of the
   * person, which gives the session more time, gives none to tokens that may be stolen. Waits for a
   * concurrent end of its session, and for another new family of it: two that each remove the
   * oldest would wait for one another.
   *
   * @param jti names the access token issued for the code, if this is its first use
   * @return 0 if the session has ended, or another use of the code came first, or an application is
   *     not noted as a client of the session
   */
  Supplier<Integer> insert(
      byte[] handleHash, RefreshFamily family, byte[] codeHash, String jti, RoundTrip trip) {
    return trip.count(
        """
        INSERT INTO iam_refresh_families (handle_hash, id, organization_id, session_id, user_id,
          client_id, scope, key_thumbprint, code_hash, secret_hash, aal, policy_version, expires_at)
        SELECT ?, ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, expires_at FROM iam_sessions WHERE id = ?
          AND EXISTS (SELECT 1 FROM iam_authorization_codes WHERE code_hash = ? AND token_jti = ?)
          AND (? OR EXISTS (
            SELECT 1 FROM iam_session_clients WHERE session_id = iam_sessions.id AND client_id = ?))
        FOR NO KEY UPDATE
        """,
        handleHash,
        family.id(),
        family.organization().value(),
        family.user().value(),
        family.clientId(),
        String.join(" ", family.scopes()),
        family.keyThumbprint(),
        codeHash,
        family.secretHash(),
        family.aal().wire(),
        family.policyVersion(),
        family.session(),
        codeHash,
        jti,
        family.clientId().equals(SignInClients.PANEL),
        family.clientId());
  }

  /**
   * The families that exist, each with the hash of its handle. A family has the key of its code,
   * also one that a build without bindings began.
   */
  static Supplier<List<Map.Entry<ByteBuffer, RefreshFamily>>> byHandles(
      List<byte[]> handleHashes, Instant now, RoundTrip trip) {
    return trip.list(
        """
        SELECT f.handle_hash, f.id, f.organization_id, f.session_id, f.user_id, f.client_id, f.scope,
          coalesce(f.key_thumbprint, c.key_thumbprint) AS key_thumbprint,
          f.secret_hash, f.previous_hash, f.rotated_at, f.aal, f.policy_version,
          f.expires_at <= ? OR EXISTS (
            SELECT 1 FROM iam_ended_tokens e WHERE e.organization_id = f.organization_id
            AND e.holder = 'client/' || f.client_id AND e.version > f.policy_version) AS ended
        FROM iam_refresh_families f LEFT JOIN iam_authorization_codes c ON c.code_hash = f.code_hash
        WHERE f.handle_hash = ANY ((SELECT ?::bytea[])::bytea[])
        """,
        row -> Map.entry(ByteBuffer.wrap(row.getBytes("handle_hash")), read(row)),
        now,
        new Columns<>(handleHashes).bytes(each -> each));
  }

  private static RefreshFamily read(ResultSet row) throws SQLException {
    return new RefreshFamily(
        row.getObject("id", UUID.class),
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        row.getObject("session_id", UUID.class),
        new UserId(row.getObject("user_id", UUID.class)),
        row.getString("client_id"),
        Scopes.read(row.getString("scope")),
        row.getString("key_thumbprint"),
        row.getBytes("secret_hash"),
        row.getBytes("previous_hash"),
        Sql.instantOrNull(row, "rotated_at"),
        WireName.of(Aal.class, row.getString("aal")),
        row.getLong("policy_version"),
        row.getBoolean("ended"));
  }

  /**
   * Removes the oldest families of a session: those beyond a number for each client, and beyond a
   * number for all clients.
   */
  void removeBeyond(int mostOfClient, int most, UUID session, RoundTrip trip) {
    trip.update(
        """
        DELETE FROM iam_refresh_families WHERE handle_hash = ANY (ARRAY (
          SELECT handle_hash FROM (
            SELECT handle_hash, row_number() OVER (ORDER BY id DESC) AS of_all,
              row_number() OVER (PARTITION BY client_id ORDER BY id DESC) AS of_client
            FROM iam_refresh_families WHERE session_id = ?) newest
          WHERE of_client > ? OR of_all > ?))
        """,
        session,
        mostOfClient,
        most);
  }

  @Override
  public String rows() {
    return "refresh tokens";
  }

  /** Removes families that ended with all tokens of their client. */
  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_refresh_families WHERE ctid = ANY (ARRAY (
          SELECT f.ctid FROM iam_ended_tokens e
          JOIN iam_refresh_families f ON f.client_id = substr(e.holder, length('client/') + 1)
            AND f.organization_id = e.organization_id AND f.policy_version < e.version
          WHERE e.holder LIKE 'client/%' LIMIT ? FOR UPDATE OF f SKIP LOCKED))
        """,
        most);
  }

  /** The next token of a family; {@code jti} names the access token that comes with it. */
  record Rotation(RefreshToken from, byte[] to, String jti) {}

  /**
   * Replaces the token that counts. Waits for a concurrent transaction that does the same.
   *
   * @return false if another came first, or the family has ended
   */
  boolean rotate(Rotation rotation, Instant now) {
    return sql.update(
            """
            UPDATE iam_refresh_families
            SET secret_hash = ?, previous_hash = ?, token_jti = ?, rotated_at = ?
            WHERE handle_hash = ? AND secret_hash = ?
            """,
            rotation.to(),
            rotation.from().secretHash(),
            rotation.jti(),
            now,
            rotation.from().handleHash(),
            rotation.from().secretHash())
        == 1;
  }

  /**
   * Replaces the tokens that count, by one statement. Waits for no other: a family that another
   * transaction has locked is left as it is.
   *
   * @return for each, as {@link #rotate} does, and false if it was left
   */
  List<Boolean> rotateFree(List<Rotation> rotations, Instant now) {
    Columns<Rotation> of = new Columns<>(rotations);
    Set<ByteBuffer> written =
        new HashSet<>(
            sql.list(
                """
                WITH written AS (
                  UPDATE iam_refresh_families f SET secret_hash = next.to_hash,
                    previous_hash = next.from_hash, token_jti = next.jti, rotated_at = ?
                  FROM (
                    SELECT unnest((SELECT ?::bytea[])) AS handle,
                      unnest((SELECT ?::bytea[])) AS from_hash,
                      unnest((SELECT ?::bytea[])) AS to_hash,
                      unnest((SELECT ?::text[])) AS jti) next,
                    LATERAL (
                      SELECT ctid FROM iam_refresh_families
                      WHERE handle_hash = next.handle AND secret_hash = next.from_hash
                      FOR NO KEY UPDATE SKIP LOCKED) free
                  WHERE f.ctid = free.ctid
                  RETURNING *)
                SELECT secret_hash FROM written
                """,
                row -> ByteBuffer.wrap(row.getBytes(1)),
                now,
                of.bytes(each -> each.from().handleHash()),
                of.bytes(each -> each.from().secretHash()),
                of.bytes(Rotation::to),
                of.texts(Rotation::jti)));
    return rotations.stream().map(each -> written.contains(ByteBuffer.wrap(each.to()))).toList();
  }

  /**
   * Finds the name of the access token that came with the token that counts, if that was not used,
   * and the one before, {@code from}, may come again, first used at {@code since} or later. Locks
   * the family.
   *
   * @return empty text for a family of an earlier version of the program
   */
  Optional<String> lostToken(Recording recording, RefreshToken from, Instant since) {
    return sql.first(
        """
        SELECT COALESCE(token_jti, '') FROM iam_refresh_families
        WHERE organization_id = ? AND handle_hash = ? AND previous_hash = ? AND rotated_at >= ?
        FOR UPDATE
        """,
        row -> row.getString(1),
        recording.organization().value(),
        from.handleHash(),
        from.secretHash(),
        since);
  }

  /** Replaces the token that counts, and leaves the one before it. */
  void replace(Recording recording, RefreshToken from, byte[] to, String jti) {
    sql.updateOne(
        """
        UPDATE iam_refresh_families SET secret_hash = ?, token_jti = ?
        WHERE organization_id = ? AND handle_hash = ?
        """,
        to,
        jti,
        recording.organization().value(),
        from.handleHash());
  }

  /** Ends a family; false if it has ended. */
  boolean delete(Recording recording, byte[] handleHash) {
    return sql.update(
            "DELETE FROM iam_refresh_families WHERE organization_id = ? AND handle_hash = ?",
            recording.organization().value(),
            handleHash)
        == 1;
  }

  /** Ends the family that came of a code, if there is one. */
  void deleteOfCode(Recording recording, byte[] codeHash) {
    sql.update(
        "DELETE FROM iam_refresh_families WHERE organization_id = ? AND code_hash = ?",
        recording.organization().value(),
        codeHash);
  }
}

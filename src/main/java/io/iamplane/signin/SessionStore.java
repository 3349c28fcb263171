package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code iam_sessions}, as sign-in and sign-out write them. A single statement reads
 * all of a living session of an active person, so that the policy version belongs to the same
 * state. A session that is older than a suspension of its organization does not come back with it:
 * the end of all tokens is remembered for longer than a session lasts without use.
 */
@Singleton
class SessionStore {

  /** Hides the time from the planner, as {@link Columns} says of arrays, so that plans are kept. */
  private static final String LIVING =
      """
      SELECT s.id, s.organization_id, s.user_id, s.aal, s.amr, s.authenticated_at, s.used_at,
        s.ends_at, s.expires_at, o.kind = 'platform' AS platform, v.version
      FROM iam_sessions s
      JOIN iam_organizations o ON o.id = s.organization_id AND o.status = 'active'
      JOIN iam_users u ON u.organization_id = s.organization_id AND u.id = s.user_id
        AND u.status = 'active'
      JOIN iam_policy_versions v ON v.organization_id = s.organization_id
      WHERE s.ends_at > (SELECT ?::timestamptz) AND NOT EXISTS (
        SELECT 1 FROM iam_ended_tokens e WHERE e.organization_id = s.organization_id
          AND e.holder = 'organization/' AND e.version > s.policy_version)
      """;

  private final Sql sql;

  SessionStore(Sql sql) {
    this.sql = sql;
  }

  /** Writes a new session and the time of the person's authentication; null if that is unknown. */
  void insert(
      Recording recording,
      NewSession session,
      byte[] secretHash,
      @Nullable Instant authenticatedAt) {
    sql.updateOne(
        """
        INSERT INTO iam_sessions (id, organization_id, user_id, secret_hash, aal, amr,
          policy_version, authenticated_at, used_at, ends_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        session.id(),
        recording.organization().value(),
        session.user().value(),
        secretHash,
        session.aal().wire(),
        String.join(" ", session.amr()),
        recording.version(),
        authenticatedAt,
        recording.at(),
        session.endsAt(),
        session.expiresAt());
  }

  /** Replaces the secret, and all that a sign-in says of a session; false if it has ended. */
  boolean renew(Recording recording, SignInSession renewed, byte[] secretHash) {
    return sql.update(
            """
            UPDATE iam_sessions SET secret_hash = ?, aal = ?, amr = ?, policy_version = ?,
              authenticated_at = ?, used_at = ?, ends_at = ?, expires_at = ?
            WHERE organization_id = ? AND id = ?
            """,
            secretHash,
            renewed.proof().aal().wire(),
            String.join(" ", renewed.proof().amr()),
            renewed.policyVersion(),
            renewed.proof().at(),
            renewed.usedAt(),
            renewed.endsAt(),
            renewed.expiresAt(),
            recording.organization().value(),
            renewed.id())
        == 1;
  }

  /** Removes a session; false if there was none. */
  boolean delete(Recording recording, UUID id) {
    return sql.update(
            "DELETE FROM iam_sessions WHERE organization_id = ? AND id = ?",
            recording.organization().value(),
            id)
        == 1;
  }

  /** Removes sessions of an organization that began at its identity provider; returns how many. */
  int deleteFederated(Recording recording, int most) {
    return sql.update(
        """
        DELETE FROM iam_sessions WHERE id IN (
          SELECT id FROM iam_sessions
          WHERE organization_id = ? AND (amr = ? OR amr LIKE ?) LIMIT ?)
        """,
        recording.organization().value(),
        SignInProof.FEDERATED,
        SignInProof.FEDERATED + " %",
        most);
  }

  void deleteAll(Recording recording, UserId user) {
    sql.update(
        "DELETE FROM iam_sessions WHERE organization_id = ? AND user_id = ?",
        recording.organization().value(),
        user.value());
  }

  Optional<SignInSession> bySecret(byte[] hash, Instant now) {
    return sql.first(LIVING + " AND s.secret_hash = ?", SessionStore::read, now, hash);
  }

  Optional<SignInSession> byId(UUID id, Instant now) {
    return sql.first(LIVING + " AND s.id = ?", SessionStore::read, now, id);
  }

  /** Begins a round trip for {@link #ofCodes} or {@link #ofFamilies}. */
  RoundTrip roundTrip() {
    return sql.roundTrip();
  }

  /** The living sessions that codes came of. */
  static Supplier<List<SignInSession>> ofCodes(List<byte[]> hashes, Instant now, RoundTrip trip) {
    return trip.list(
        LIVING
            + " AND s.id = ANY (ARRAY (SELECT session_id FROM iam_authorization_codes"
            + " WHERE code_hash = ANY ((SELECT ?::bytea[])::bytea[])))",
        SessionStore::read,
        now,
        new Columns<>(hashes).bytes(each -> each));
  }

  /** The living sessions that families of refresh tokens belong to. */
  static Supplier<List<SignInSession>> ofFamilies(
      List<byte[]> handleHashes, Instant now, RoundTrip trip) {
    return trip.list(
        LIVING
            + " AND s.id = ANY (ARRAY (SELECT session_id FROM iam_refresh_families"
            + " WHERE handle_hash = ANY ((SELECT ?::bytea[])::bytea[])))",
        SessionStore::read,
        now,
        new Columns<>(handleHashes).bytes(each -> each));
  }

  /** The living sessions of a person, oldest first. */
  List<SignInSession> living(OrganizationId organization, UserId user, Instant now) {
    return sql.list(
        LIVING + " AND s.organization_id = ? AND s.user_id = ? ORDER BY s.id",
        SessionStore::read,
        now,
        organization.value(),
        user.value());
  }

  /** The sessions of a person, ended ones first, then the one that was used longest ago. */
  List<UUID> ofUser(OrganizationId organization, UserId user, Instant now) {
    return sql.list(
        """
        SELECT id FROM iam_sessions WHERE organization_id = ? AND user_id = ?
        ORDER BY ends_at > ?, used_at, id
        """,
        row -> row.getObject("id", UUID.class),
        organization.value(),
        user.value(),
        now);
  }

  /** Returns true if both the person and the organization are active. */
  boolean mayEnter(SignIns.Person person) {
    return sql.exists(
        """
        SELECT 1 FROM iam_users u JOIN iam_organizations o ON o.id = u.organization_id
        WHERE u.organization_id = ? AND u.id = ? AND u.status = 'active' AND o.status = 'active'
        """,
        person.organization().value(),
        person.user().value());
  }

  private static SignInSession read(ResultSet row) throws SQLException {
    return new SignInSession(
        row.getObject("id", UUID.class),
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        row.getBoolean("platform"),
        new UserId(row.getObject("user_id", UUID.class)),
        row.getLong("version"),
        proof(row),
        Sql.instant(row, "used_at"),
        Sql.instant(row, "ends_at"),
        Sql.instant(row, "expires_at"));
  }

  static SignInProof proof(ResultSet row) throws SQLException {
    return new SignInProof(
        WireName.of(Aal.class, row.getString("aal")),
        List.of(row.getString("amr").split(" ")),
        Sql.instantOrNull(row, "authenticated_at"));
  }
}

package io.iamplane.signin;

import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

/** Codes by their hash. */
@Singleton
class AuthorizationCodeQuery {

  private final Sql sql;

  AuthorizationCodeQuery(Sql sql) {
    this.sql = sql;
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
        WHERE c.code_hash = ANY (?::bytea[])
        """,
        row -> Map.entry(ByteBuffer.wrap(row.getBytes("code_hash")), read(row)),
        new Columns<>(hashes).bytes(each -> each));
  }

  /** Counts the stored codes of a session. */
  int count(UUID session) {
    return sql.first(
            "SELECT count(*) FROM iam_authorization_codes WHERE session_id = ?",
            row -> row.getInt(1),
            session)
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
        scopes(row.getString("scope")),
        row.getString("nonce"),
        row.getString("key_thumbprint"),
        Sql.instant(row, "expires_at"),
        Sql.instant(row, "keep_until"),
        row.getString("token_jti"),
        row.getObject("reused_at") != null,
        new SignInProof(
            WireName.of(Aal.class, row.getString("aal")),
            List.of(row.getString("amr").split(" ")),
            Sql.instantOrNull(row, "authenticated_at")),
        row.getLong("policy_version"),
        row.getBoolean("ended"));
  }

  private static SortedSet<String> scopes(String text) {
    return text.isEmpty() ? Collections.emptySortedSet() : new TreeSet<>(List.of(text.split(" ")));
  }
}

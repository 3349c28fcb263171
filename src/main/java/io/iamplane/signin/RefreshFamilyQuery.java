package io.iamplane.signin;

import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.WireName;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Families of refresh tokens by their handle. */
final class RefreshFamilyQuery {

  private RefreshFamilyQuery() {}

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
        WHERE f.handle_hash = ANY (?::bytea[])
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
}

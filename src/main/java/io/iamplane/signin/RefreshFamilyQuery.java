package io.iamplane.signin;

import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;

/** Families of refresh tokens by their handle. */
@Singleton
class RefreshFamilyQuery {

  private final Sql sql;

  RefreshFamilyQuery(Sql sql) {
    this.sql = sql;
  }

  Optional<RefreshFamily> byHandle(byte[] handleHash) {
    return sql.first(
        """
        SELECT id, organization_id, session_id, user_id, client_id, scope, key_thumbprint,
          secret_hash, previous_hash, rotated_at
        FROM iam_refresh_families WHERE handle_hash = ?
        """,
        row ->
            new RefreshFamily(
                row.getObject("id", UUID.class),
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                row.getObject("session_id", UUID.class),
                new UserId(row.getObject("user_id", UUID.class)),
                row.getString("client_id"),
                Scopes.read(row.getString("scope")),
                row.getString("key_thumbprint"),
                row.getBytes("secret_hash"),
                row.getBytes("previous_hash"),
                row.getObject("rotated_at") == null ? null : Sql.instant(row, "rotated_at")),
        (Object) handleHash);
  }
}

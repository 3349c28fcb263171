package io.iamplane.key;

import io.iamplane.database.ControlConnections;
import io.iamplane.database.Sql;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The installation's signing keys, as those who sign and verify read them: also beside the pool.
 */
@Singleton
class SigningKeyQuery {

  private static final String SELECT =
      """
      SELECT kid, purpose, alg, status, public_key, sealed_private, wrapped_data_key, seal_version,
        provider, provider_key_version, published_at, activated_at
      FROM iam_signing_keys
      """;

  private final Sql sql;
  private final ControlConnections control;

  SigningKeyQuery(Sql sql, ControlConnections control) {
    this.sql = sql;
    this.control = control;
  }

  /** The keys of a purpose that verifiers may meet, the oldest first. */
  List<KeyRow> published(KeyPurpose purpose) {
    return published(sql, purpose);
  }

  /** As {@link #published}, beside every transaction, pool and share. */
  List<KeyRow> publishedOnControl(KeyPurpose purpose) {
    return published(control.sql(), purpose);
  }

  private static List<KeyRow> published(Sql on, KeyPurpose purpose) {
    return on.list(
        SELECT
            + """
            WHERE purpose = ? AND status IN ('pending', 'active', 'overlap')
            ORDER BY published_at, kid
            """,
        SigningKeyQuery::row,
        purpose.wire());
  }

  /** The keys of a purpose whose signatures are worth something, the oldest first. */
  List<KeyRow> unrevoked(KeyPurpose purpose) {
    return sql.list(
        SELECT + "WHERE purpose = ? AND status <> 'revoked' ORDER BY published_at, kid",
        SigningKeyQuery::row,
        purpose.wire());
  }

  private static KeyRow row(ResultSet row) throws SQLException {
    SigningKey key =
        new SigningKey(
            row.getString("kid"),
            WireName.of(KeyPurpose.class, row.getString("purpose")),
            row.getString("alg"),
            WireName.of(KeyStatus.class, row.getString("status")),
            Sql.instant(row, "published_at"),
            Sql.instantOrNull(row, "activated_at"));
    return new KeyRow(key, row.getBytes("public_key"), row.getInt("seal_version"), sealed(row));
  }

  private static @Nullable SealedKey sealed(ResultSet row) throws SQLException {
    byte[] sealed = row.getBytes("sealed_private");
    return sealed == null
        ? null
        : new SealedKey(
            new WrappedKey(
                row.getString("provider"),
                row.getString("provider_key_version"),
                row.getBytes("wrapped_data_key")),
            sealed);
  }
}

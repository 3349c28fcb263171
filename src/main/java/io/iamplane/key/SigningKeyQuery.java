package io.iamplane.key;

import io.iamplane.database.ControlConnections;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.seal.SealedKey;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The installation's signing keys for signers and verifiers; also beside the pool. */
@Singleton
class SigningKeyQuery {

  private static final String SELECT =
      """
      SELECT kid, purpose, alg, status, public_key, sealed_private, wrapped_data_key, seal_version,
        provider, provider_key_version, published_at, activated_at, activated_early, superseded_at,
        coalesce(retired_at, revoked_at) AS ended_at
      FROM iam_signing_keys
      """;

  private final Sql sql;
  private final ControlConnections control;

  SigningKeyQuery(Sql sql, ControlConnections control) {
    this.sql = sql;
    this.control = control;
  }

  /** All keys of a purpose, those that ended too, the oldest first. */
  List<KeyRow> all(KeyPurpose purpose) {
    return sql.list(
        SELECT + "WHERE purpose = ? ORDER BY published_at, kid",
        SigningKeyQuery::row,
        purpose.wire());
  }

  /** A page of the keys of all purposes, the oldest first. */
  Page<KeyRow> page(PageRequest page, @Nullable KeyPurpose purpose, @Nullable KeyStatus status) {
    Position after = Position.parse(page.after());
    Keyset query =
        Keyset.of(SELECT + "WHERE true", "published_at, kid")
            .filter("purpose = ?", purpose == null ? null : purpose.wire())
            .filter("status = ?", status == null ? null : status.wire())
            .after(after.publishedAt(), after.kid())
            .rows(page.limit() + 1);
    return Page.cut(
        sql.list(query, SigningKeyQuery::row),
        page.limit(),
        row -> row.key().publishedAt() + " " + row.key().kid());
  }

  private record Position(Instant publishedAt, String kid) {

    /** The first for null. */
    static Position parse(@Nullable String text) {
      if (text == null) {
        return new Position(Instant.EPOCH, "");
      }
      try {
        int split = text.indexOf(' ');
        if (!Character.isDigit(text.charAt(0))) {
          // Years beyond 9999 have a sign, and are none that a database knows.
          throw new DateTimeException(text);
        }
        return new Position(Instant.parse(text.substring(0, split)), text.substring(split + 1));
      } catch (DateTimeException | IndexOutOfBoundsException e) {
        throw IamException.validation("cursor", "not a valid cursor for this list");
      }
    }
  }

  Optional<KeyPurpose> purpose(String kid) {
    return sql.first(
        "SELECT purpose FROM iam_signing_keys WHERE kid = ?",
        row -> WireName.of(KeyPurpose.class, row.getString("purpose")),
        kid);
  }

  Optional<KeyRow> active(KeyPurpose purpose) {
    return sql.first(
        SELECT + "WHERE purpose = ? AND status = 'active'", SigningKeyQuery::row, purpose.wire());
  }

  /**
   * The keys of a purpose that verifiers may meet, and those that signed before they could be
   * known, which are counted; the oldest first. Read beside every transaction, pool and share.
   */
  List<KeyRow> publishedOrEarly(KeyPurpose purpose) {
    return control
        .sql()
        .list(
            SELECT
                + """
                WHERE purpose = ? AND (status IN ('pending', 'active', 'overlap') OR activated_early)
                ORDER BY published_at, kid
                """,
            SigningKeyQuery::row,
            purpose.wire());
  }

  /** Finds the keys of a purpose that were revoked, or all others, the oldest first. */
  List<KeyRow> byRevocation(KeyPurpose purpose, boolean revoked) {
    return sql.list(
        SELECT + "WHERE purpose = ? AND (status = 'revoked') = ? ORDER BY published_at, kid",
        SigningKeyQuery::row,
        purpose.wire(),
        revoked);
  }

  /** The keys of every purpose that have a private part, the oldest first. */
  List<KeyRow> sealed() {
    return sql.list(
        SELECT + "WHERE sealed_private IS NOT NULL ORDER BY published_at, kid",
        SigningKeyQuery::row);
  }

  private static KeyRow row(ResultSet row) throws SQLException {
    SigningKey key =
        new SigningKey(
            row.getString("kid"),
            WireName.of(KeyPurpose.class, row.getString("purpose")),
            row.getString("alg"),
            WireName.of(KeyStatus.class, row.getString("status")),
            Sql.instant(row, "published_at"),
            Sql.instantOrNull(row, "activated_at"),
            row.getBoolean("activated_early"),
            Sql.instantOrNull(row, "superseded_at"),
            Sql.instantOrNull(row, "ended_at"),
            null);
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

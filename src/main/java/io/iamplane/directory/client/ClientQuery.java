package io.iamplane.directory.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads clients with the states that they depend on, for authentication and display. */
@Singleton
class ClientQuery {

  private static final String UUID_FORM = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

  private static final int MOST_PARSED = 2_000;

  private final Sql sql;

  /**
   * Parsed keys by their stored text, which is read with each row: replaced keys have another text.
   * About 5 KB each.
   */
  private final Cache<String, JsonWebKeys> parsed =
      Caffeine.newBuilder().maximumSize(MOST_PARSED).build();

  ClientQuery(Sql sql) {
    this.sql = sql;
  }

  /**
   * The client of that name with the states of its organization and its subject, in any state. One
   * statement, so that the version is the one that holds with that very credential: a credential
   * that a later version ended never makes a token of that version.
   */
  Optional<ClientRow> find(String clientId) {
    return Optional.ofNullable(findAll(List.of(clientId)).get(clientId));
  }

  Map<String, ClientRow> findAll(Collection<String> clientIds) {
    List<ClientRow> rows =
        sql.list(
            """
            SELECT c.organization_id, c.client_id, c.subject_type, c.subject_id, c.status,
              c.development, c.scopes, c.secret_salt, c.secret_hash, c.previous_secret_salt,
              c.previous_secret_hash, c.previous_secret_expires_at, c.created_at, c.auth_method, c.jwks,
              c.dpop_bound_access_tokens, c.secret_rotated_at,
              o.status = 'active' AS organization_active, o.kind = 'platform' AS platform,
              coalesce(a.status, u.status, 'active') = 'active' AS subject_active, v.version
            FROM iam_clients c
              JOIN iam_organizations o ON o.id = c.organization_id
              JOIN iam_policy_versions v ON v.organization_id = c.organization_id
              LEFT JOIN iam_service_accounts a ON a.organization_id = c.organization_id
                AND a.id = CASE WHEN c.subject_type = 'service_account' AND c.subject_id ~ ?
                  THEN c.subject_id::uuid END
              LEFT JOIN iam_users u ON u.organization_id = c.organization_id
                AND u.id = CASE WHEN c.subject_type = 'user' AND c.subject_id ~ ?
                  THEN c.subject_id::uuid END
            WHERE c.client_id = ANY ((SELECT ?)::text[])
            """,
            this::row,
            UUID_FORM,
            UUID_FORM,
            clientIds.toArray(String[]::new));
    return rows.stream().collect(Collectors.toMap(row -> row.client().clientId(), row -> row));
  }

  /** The names of the clients with a public secret. */
  List<String> development() {
    return sql.list(
        "SELECT client_id FROM iam_clients WHERE development ORDER BY client_id",
        row -> row.getString("client_id"));
  }

  /** Oldest first. */
  List<ClientState> ofSubjects(OrganizationId organization, String type, List<String> ids) {
    return sql.list(
        """
        SELECT organization_id, client_id, subject_type, subject_id, status, development, scopes,
          previous_secret_expires_at, created_at, auth_method, jwks,
          dpop_bound_access_tokens, secret_rotated_at
        FROM iam_clients
        WHERE organization_id = ? AND subject_type = ? AND subject_id = ANY (?)
        ORDER BY created_at, client_id
        """,
        row ->
            new ClientState(
                client(row, keys(row)), Sql.instantOrNull(row, "previous_secret_expires_at")),
        organization.value(),
        type,
        ids.toArray(String[]::new));
  }

  private ClientRow row(ResultSet row) throws SQLException {
    JsonWebKeys keys = keys(row);
    return new ClientRow(
        client(row, keys),
        keys == null
            ? new SecretHash(row.getBytes("secret_salt"), row.getBytes("secret_hash"))
            : SecretHash.NONE,
        previous(row),
        row.getBoolean("organization_active") && row.getBoolean("subject_active"),
        row.getBoolean("platform"),
        keys,
        row.getLong("version"));
  }

  private @Nullable JsonWebKeys keys(ResultSet row) throws SQLException {
    String jwks = row.getString("jwks");
    return jwks == null ? null : parsed.get(jwks, JsonWebKeys::stored);
  }

  private static Client client(ResultSet row, @Nullable JsonWebKeys keys) throws SQLException {
    return new Client(
        row.getString("client_id"),
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        new SubjectRef(row.getString("subject_type"), row.getString("subject_id")),
        WireName.of(ClientStatus.class, row.getString("status")),
        row.getBoolean("development"),
        scopes(row),
        Sql.instant(row, "created_at"),
        WireName.of(ClientAuthMethod.class, row.getString("auth_method")),
        keys == null ? Collections.emptySortedMap() : keys.thumbprints(),
        row.getBoolean("dpop_bound_access_tokens"),
        Sql.instantOrNull(row, "secret_rotated_at"));
  }

  private static SortedSet<String> scopes(ResultSet row) throws SQLException {
    String[] scopes = (String[]) row.getArray("scopes").getArray();
    return Collections.unmodifiableSortedSet(new TreeSet<>(List.of(scopes)));
  }

  private static ClientRow.@Nullable Previous previous(ResultSet row) throws SQLException {
    Instant expiresAt = Sql.instantOrNull(row, "previous_secret_expires_at");
    return expiresAt == null
        ? null
        : new ClientRow.Previous(
            new SecretHash(
                row.getBytes("previous_secret_salt"), row.getBytes("previous_secret_hash")),
            expiresAt);
  }
}

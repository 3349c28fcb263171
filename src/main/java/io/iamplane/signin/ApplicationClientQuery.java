package io.iamplane.signin;

import io.iamplane.catalog.document.ClientType;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Reads applications as clients: the client that each has, and the applied manifest's {@code auth}.
 * One statement, so that the version of the policy belongs to the same state.
 */
@Singleton
class ApplicationClientQuery {

  private static final String UUID_FORM = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

  private final Sql sql;
  private final JsonColumns json;

  ApplicationClientQuery(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  /** Finds those of some clients that are active and have redirect URIs, by id. */
  Map<String, SignInClient> findAll(Collection<String> clientIds) {
    return sql
        .list(
            """
            SELECT c.client_id, c.organization_id, c.dpop_bound_access_tokens, v.version,
              coalesce(a.auth, '{}') AS auth
            FROM iam_clients c
              JOIN iam_organizations o ON o.id = c.organization_id AND o.status = 'active'
              JOIN iam_policy_versions v ON v.organization_id = c.organization_id
              JOIN iam_service_accounts s ON s.organization_id = c.organization_id
                AND s.status = 'active'
                AND s.id = CASE WHEN c.subject_type = 'service_account' AND c.subject_id ~ ?
                  THEN c.subject_id::uuid END
              JOIN iam_applications a ON a.organization_id = c.organization_id
                AND a.service_account_id = s.id AND a.status = 'active'
            WHERE c.client_id = ANY ((SELECT ?)::text[]) AND c.status = 'active'
            """,
            this::read,
            UUID_FORM,
            clientIds.toArray(String[]::new))
        .stream()
        .filter(client -> !client.redirectUris().isEmpty())
        .collect(Collectors.toMap(SignInClient::id, client -> client));
  }

  private SignInClient read(ResultSet row) throws SQLException {
    Map<String, Object> auth = json.object(row, "auth");
    List<String> redirectUris =
        auth.get("redirect_uris") instanceof List<?> uris
            ? uris.stream().map(String::valueOf).toList()
            : List.of();
    return new SignInClient(
        row.getString("client_id"),
        new OrganizationId(row.getObject("organization_id", UUID.class)),
        !ClientType.PUBLIC.wire().equals(auth.get("client_type")),
        row.getBoolean("dpop_bound_access_tokens"),
        redirectUris,
        redirectUris,
        auth.get("backchannel_logout_uri") instanceof String uri ? uri : null,
        row.getLong("version"));
  }
}

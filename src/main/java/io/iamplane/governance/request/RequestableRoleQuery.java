package io.iamplane.governance.request;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.document.RequestPolicy;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Singleton
class RequestableRoleQuery {

  private static final String SELECT =
      """
      SELECT key FROM iam_roles WHERE organization_id = ? AND status = 'active'
        AND self_requestable AND coalesce(request ->> 'visibility', 'public') = 'public'
        AND jsonb_exists(request, 'approval_steps')
      """;

  private final Sql sql;
  private final CatalogReader catalog;

  RequestableRoleQuery(Sql sql, CatalogReader catalog) {
    this.sql = sql;
    this.catalog = catalog;
  }

  record Requestable(Role role, RequestPolicy policy) {}

  /** A role, unless it is not there or cannot be asked for. */
  Optional<Requestable> find(OrganizationId organization, String key) {
    return catalog
        .role(organization, key)
        .filter(role -> role.status() == CatalogStatus.ACTIVE && role.selfRequestable())
        .flatMap(
            role -> RequestPolicy.of(role.request()).map(policy -> new Requestable(role, policy)));
  }

  List<String> listed(OrganizationId organization, @Nullable String after, int rows) {
    Keyset query = Keyset.of(SELECT, "key", organization.value());
    return sql.list(
        (after == null ? query : query.after(after)).rows(rows), row -> row.getString("key"));
  }
}

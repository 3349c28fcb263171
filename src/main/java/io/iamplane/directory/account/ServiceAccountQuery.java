package io.iamplane.directory.account;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A tenant's service accounts by the page, and as a whole: streamed, never held. */
@Singleton
class ServiceAccountQuery {

  private static final String SELECT =
      """
      SELECT id, external_id, name, status, attributes, revision, created_at
      FROM iam_service_accounts WHERE organization_id = ?
      """;

  private final Sql sql;
  private final JsonColumns json;

  ServiceAccountQuery(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Page<ServiceAccount> page(
      OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(sql.list(query, this::read), page.limit(), account -> account.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("status = ?", status)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  void forEach(OrganizationId organization, Consumer<ServiceAccount> each) {
    sql.forEach(SELECT, row -> each.accept(read(row)), organization.value());
  }

  private ServiceAccount read(ResultSet row) throws SQLException {
    return new ServiceAccount(
        new ServiceAccountId(row.getObject("id", UUID.class)),
        row.getString("external_id"),
        row.getString("name"),
        WireName.of(ServiceAccount.Status.class, row.getString("status")),
        json.object(row, "attributes"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}

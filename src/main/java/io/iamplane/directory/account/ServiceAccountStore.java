package io.iamplane.directory.account;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_service_accounts}. */
@Singleton
class ServiceAccountStore
    extends TenantStore<ServiceAccountStore.ServiceAccountEntity, ServiceAccount> {

  private static final String SELECT =
      """
      SELECT id, external_id, name, status, attributes, revision, created_at
      FROM iam_service_accounts WHERE organization_id = ?
      """;

  private final Sql sql;
  private final JsonColumns json;

  ServiceAccountStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  Optional<ServiceAccount> byId(OrganizationId organization, ServiceAccountId id) {
    return byId(organization, id.value());
  }

  Optional<ServiceAccount> byExternalId(OrganizationId organization, String externalId) {
    return one(
        "id.organizationId = ?1 and externalId = ?2",
        organization.value(),
        IdText.normal(externalId));
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

  /** Every account of an organization, one at a time: streamed, never held. */
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

  void insert(Recording recording, ServiceAccount account) {
    ServiceAccountEntity row = new ServiceAccountEntity();
    row.id = RowKey.of(recording.organization(), account.id().value());
    row.externalId = account.externalId();
    row.createdAt = account.createdAt();
    insert(recording, row, account);
  }

  void update(Recording recording, ServiceAccount account) {
    update(recording, account.id().value(), account);
  }

  @Entity
  @Table(name = "iam_service_accounts")
  static class ServiceAccountEntity implements RowStore.Row<ServiceAccount> {

    @EmbeddedId RowKey id;
    @Nullable String externalId;
    String name;
    String status;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    Map<String, Object> attributes;

    long revision;
    Instant createdAt;
    Instant updatedAt;

    @Override
    public void take(ServiceAccount account, Instant at) {
      name = account.name();
      status = account.status().wire();
      attributes = account.attributes();
      revision = account.revision();
      updatedAt = at;
    }

    @Override
    public ServiceAccount value() {
      return new ServiceAccount(
          new ServiceAccountId(id.id()),
          externalId,
          name,
          WireName.of(ServiceAccount.Status.class, status),
          attributes,
          revision,
          createdAt);
    }
  }
}

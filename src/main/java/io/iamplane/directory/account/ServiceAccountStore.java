package io.iamplane.directory.account;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_service_accounts}. */
@Singleton
class ServiceAccountStore
    extends TenantStore<ServiceAccountStore.ServiceAccountEntity, ServiceAccount> {

  Optional<ServiceAccount> byId(OrganizationId organization, ServiceAccountId id) {
    return byId(organization, id.value());
  }

  Optional<ServiceAccount> byExternalId(OrganizationId organization, String externalId) {
    return one(
        "id.organizationId = ?1 and externalId = ?2",
        organization.value(),
        IdText.normal(externalId));
  }

  void insert(Recording recording, ServiceAccount account) {
    insert(recording, ServiceAccountEntity.of(recording.organization(), account), account);
  }

  void update(Recording recording, ServiceAccount account) {
    update(recording, account.id().value(), account);
  }

  /** A row of {@code iam_service_accounts}; never leaves this package. */
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

    static ServiceAccountEntity of(OrganizationId organization, ServiceAccount account) {
      ServiceAccountEntity row = new ServiceAccountEntity();
      row.id = RowKey.of(organization, account.id().value());
      row.externalId = account.externalId();
      row.createdAt = account.createdAt();
      return row;
    }

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

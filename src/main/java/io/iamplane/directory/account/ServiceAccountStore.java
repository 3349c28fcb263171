package io.iamplane.directory.account;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code iam_service_accounts}. */
@Singleton
class ServiceAccountStore extends TenantStore<ServiceAccountEntity, ServiceAccount> {

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
}

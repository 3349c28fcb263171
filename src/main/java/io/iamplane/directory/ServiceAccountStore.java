package io.iamplane.directory;

import io.iamplane.change.Recording;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** The rows of {@code iam_service_accounts}. */
@ApplicationScoped
class ServiceAccountStore implements PanacheRepositoryBase<ServiceAccountEntity, UUID> {

  void insert(Recording recording, ServiceAccount account) {
    ServiceAccountEntity entity = new ServiceAccountEntity();
    entity.id = account.id().value();
    entity.organizationId = recording.organization().value();
    entity.name = account.name();
    entity.status = account.status().wire();
    entity.revision = account.revision();
    entity.createdAt = account.createdAt();
    entity.updatedAt = account.createdAt();
    persistAndFlush(entity);
  }
}

package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import jakarta.enterprise.context.ApplicationScoped;

/** The rows of {@code iam_grants}. */
@ApplicationScoped
class GrantStore extends TenantStore<GrantEntity, Grant> {

  void insert(Recording recording, Grant grant) {
    insert(recording, GrantEntity.of(recording.organization(), grant), grant);
  }

  void update(Recording recording, Grant grant) {
    update(recording, grant.id().value(), grant);
  }
}

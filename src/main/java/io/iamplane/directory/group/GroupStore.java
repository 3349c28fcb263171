package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code iam_groups}. */
@Singleton
class GroupStore extends TenantStore<GroupEntity, Group> {

  Optional<Group> byKey(OrganizationId organization, String key) {
    return one("id.organizationId = ?1 and key = ?2", organization.value(), IdText.normal(key));
  }

  Optional<Group> byExternalId(OrganizationId organization, String externalId) {
    return one(
        "id.organizationId = ?1 and externalId = ?2",
        organization.value(),
        IdText.normal(externalId));
  }

  void insert(Recording recording, Group group) {
    insert(recording, GroupEntity.of(recording.organization(), group), group);
  }

  void update(Recording recording, Group group) {
    update(recording, group.id().value(), group);
  }
}

package io.iamplane.catalog.permission;

import io.iamplane.shared.OrganizationId;
import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.UUID;

/** The key of a row of {@code iam_permissions}. */
@Embeddable
record PermissionRowKey(UUID organizationId, String key) implements Serializable {

  static PermissionRowKey of(OrganizationId organization, String key) {
    return new PermissionRowKey(organization.value(), key);
  }
}

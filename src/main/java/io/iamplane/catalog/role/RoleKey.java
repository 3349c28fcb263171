package io.iamplane.catalog.role;

import io.iamplane.shared.OrganizationId;
import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.UUID;

/** The key of a row of {@code iam_roles}. */
@Embeddable
record RoleKey(UUID organizationId, String key) implements Serializable {

  static RoleKey of(OrganizationId organization, String key) {
    return new RoleKey(organization.value(), key);
  }
}

package io.iamplane.directory.object;

import io.iamplane.shared.OrganizationId;
import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.UUID;

/** The key of a row of {@code iam_objects}. */
@Embeddable
record ObjectKey(UUID organizationId, String type, String id) implements Serializable {

  static ObjectKey of(OrganizationId organization, String type, String id) {
    return new ObjectKey(organization.value(), type, id);
  }
}

package io.iamplane.change;

import io.iamplane.shared.OrganizationId;
import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.UUID;

/** The key of a row that a tenant owns. */
@Embeddable
public record RowKey(UUID organizationId, UUID id) implements Serializable {

  public static RowKey of(OrganizationId organization, UUID id) {
    return new RowKey(organization.value(), id);
  }
}

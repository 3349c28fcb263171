package io.iamplane.directory.organization;

import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** A row of {@code iam_organizations}; never leaves this package. */
@Entity
@Table(name = "iam_organizations")
class OrganizationEntity implements RowStore.Row<Organization> {

  @Id UUID id;
  String key;
  String name;
  String kind;
  String status;
  long revision;

  Instant createdAt;
  Instant updatedAt;

  @Override
  public Organization value() {
    return new Organization(
        new OrganizationId(id),
        key,
        name,
        WireName.of(Organization.Kind.class, kind),
        WireName.of(Organization.Status.class, status),
        revision,
        createdAt);
  }

  /** Takes over the members that may change; id, key and kind are for life. */
  @Override
  public void take(Organization organization, Instant at) {
    name = organization.name();
    status = organization.status().wire();
    revision = organization.revision();
    updatedAt = at;
  }

  static OrganizationEntity of(Organization organization) {
    OrganizationEntity entity = new OrganizationEntity();
    entity.id = organization.id().value();
    entity.key = organization.key();
    entity.kind = organization.kind().wire();
    entity.createdAt = organization.createdAt();
    return entity;
  }
}

package io.iamplane.directory.organization;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_organizations}. */
@Singleton
class OrganizationStore extends RowStore<OrganizationStore.OrganizationEntity, Organization, UUID> {

  Optional<Organization> byId(OrganizationId id) {
    return at(id.value());
  }

  Optional<Organization> byKey(String key) {
    return one("key = ?1", key);
  }

  Optional<Organization> platform() {
    return one("kind = ?1", Organization.Kind.PLATFORM.wire());
  }

  List<Organization> all() {
    return all("order by id");
  }

  /** A page in the order of ids, which is the order of creation. */
  Page<Organization> page(PageRequest request, Organization.@Nullable Status status) {
    Keyset query =
        Keyset.of("SELECT * FROM iam_organizations WHERE true", "id")
            .filter("status = ?", status == null ? null : status.wire())
            .after(request.afterId())
            .rows(request.limit() + 1);
    return Page.cut(
        rows(OrganizationEntity.class, query),
        request.limit(),
        organization -> organization.id().toString());
  }

  void insert(Recording recording, Organization organization) {
    OrganizationEntity entity = new OrganizationEntity();
    entity.id = organization.id().value();
    entity.key = organization.key();
    entity.kind = organization.kind().wire();
    entity.createdAt = organization.createdAt();
    insert(recording, entity, organization);
  }

  void update(Recording recording, Organization organization) {
    update(recording, organization.id().value(), organization);
  }

  @Entity
  @Table(name = "iam_organizations")
  static class OrganizationEntity implements RowStore.Row<Organization> {

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
  }
}

package io.iamplane.directory.organization;

import io.iamplane.change.Recording;
import io.iamplane.change.RowStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_organizations}. */
@Singleton
class OrganizationStore extends RowStore<OrganizationEntity, Organization, UUID> {

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
    insert(recording, OrganizationEntity.of(organization), organization);
  }

  void update(Recording recording, Organization organization) {
    update(recording, organization.id().value(), organization);
  }
}

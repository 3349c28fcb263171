package io.iamplane.directory.organization;

import io.iamplane.change.Recording;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import io.quarkus.panache.common.Sort;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_organizations}. */
@ApplicationScoped
class OrganizationStore implements PanacheRepositoryBase<OrganizationEntity, UUID> {

  Optional<Organization> byId(OrganizationId id) {
    return findByIdOptional(id.value()).map(OrganizationEntity::toOrganization);
  }

  Optional<Organization> byKey(String key) {
    return find("key", key).firstResultOptional().map(OrganizationEntity::toOrganization);
  }

  Optional<Organization> platform() {
    return find("kind", Organization.Kind.PLATFORM.wire())
        .firstResultOptional()
        .map(OrganizationEntity::toOrganization);
  }

  List<Organization> all() {
    return listAll(Sort.by("id")).stream().map(OrganizationEntity::toOrganization).toList();
  }

  /** A page in the order of ids, which is the order of creation. */
  Page<Organization> page(PageRequest request, Organization.@Nullable Status status) {
    Map<String, Object> parameters =
        Map.of(
            "after",
            request.afterId(),
            "any",
            status == null,
            "status",
            status == null ? "" : status.wire());
    List<OrganizationEntity> rows =
        find("id > :after and (:any = true or status = :status) order by id", parameters)
            .page(0, request.limit() + 1)
            .list();
    return Page.cut(rows, request.limit(), row -> row.id.toString())
        .map(OrganizationEntity::toOrganization);
  }

  void insert(Recording recording, Organization organization) {
    persistAndFlush(OrganizationEntity.of(organization));
  }

  void update(Recording recording, Organization organization) {
    OrganizationEntity entity = findById(organization.id().value());
    if (entity == null) {
      throw new IllegalStateException("organization vanished under the lock of its version");
    }
    entity.take(organization, recording.at());
    flush();
  }
}

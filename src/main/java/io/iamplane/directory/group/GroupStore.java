package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_groups}. */
@Singleton
class GroupStore extends TenantStore<GroupStore.GroupEntity, Group> {

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
    GroupEntity row = new GroupEntity();
    row.id = RowKey.of(recording.organization(), group.id().value());
    row.key = group.key();
    row.externalId = group.externalId();
    row.source = group.source();
    row.createdAt = group.createdAt();
    insert(recording, row, group);
  }

  void update(Recording recording, Group group) {
    update(recording, group.id().value(), group);
  }

  @Entity
  @Table(name = "iam_groups")
  static class GroupEntity implements RowStore.Row<Group> {

    @EmbeddedId RowKey id;
    String key;
    @Nullable String externalId;
    String name;
    String source;
    String status;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    Map<String, Object> attributes;

    long revision;
    Instant createdAt;
    Instant updatedAt;
    @Nullable Instant revokedAt;

    @Override
    public void take(Group group, Instant at) {
      name = group.name();
      status = group.status().wire();
      attributes = group.attributes();
      revision = group.revision();
      updatedAt = at;
      revokedAt = group.revokedAt();
    }

    @Override
    public Group value() {
      return new Group(
          new GroupId(id.id()),
          key,
          externalId,
          name,
          source,
          WireName.of(Group.Status.class, status),
          attributes,
          revision,
          createdAt,
          revokedAt);
    }
  }
}

package io.iamplane.catalog.permission;

import io.iamplane.catalog.document.Risk;
import io.iamplane.change.RowStore;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_permissions}; never leaves this package. */
@Entity
@Table(name = "iam_permissions")
class PermissionEntity implements RowStore.Row<Permission> {

  @EmbeddedId PermissionRowKey id;

  @Column(updatable = false)
  String application;

  @Nullable String label;
  @Nullable String description;
  @Nullable String resource;
  @Nullable String action;
  @Nullable String relation;
  String risk;
  String requiredAal;
  String status;

  @Column(updatable = false)
  Instant createdAt;

  Instant updatedAt;

  static PermissionEntity of(OrganizationId organization, Permission permission, Instant at) {
    PermissionEntity row = new PermissionEntity();
    row.id = PermissionRowKey.of(organization, permission.key());
    row.application = permission.application();
    row.createdAt = at;
    return row;
  }

  @Override
  public void take(Permission permission, Instant at) {
    label = permission.label();
    description = permission.description();
    resource = permission.resource();
    action = permission.action();
    relation = permission.relation();
    risk = permission.risk().wire();
    requiredAal = permission.requiredAal().wire();
    status = permission.status().wire();
    updatedAt = at;
  }

  @Override
  public Permission value() {
    return new Permission(
        id.key(),
        application,
        label,
        description,
        resource,
        action,
        relation,
        WireName.of(Risk.class, risk),
        WireName.of(Aal.class, requiredAal),
        WireName.of(CatalogStatus.class, status));
  }
}

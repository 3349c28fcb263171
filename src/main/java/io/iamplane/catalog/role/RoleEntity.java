package io.iamplane.catalog.role;

import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_roles}; never leaves this package. */
@Entity
@Table(name = "iam_roles")
class RoleEntity implements RowStore.Row<Role> {

  @EmbeddedId RoleKey id;

  @Column(updatable = false)
  @Nullable String application;

  String label;

  @JdbcTypeCode(SqlTypes.ARRAY)
  String[] permissions;

  @JdbcTypeCode(SqlTypes.ARRAY)
  String[] includes;

  boolean privileged;
  boolean breakGlass;
  boolean selfRequestable;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  Map<String, Object> request;

  String status;
  long revision;

  @Column(updatable = false)
  Instant createdAt;

  Instant updatedAt;

  static RoleEntity of(OrganizationId organization, Role role, Instant at) {
    RoleEntity row = new RoleEntity();
    row.id = RoleKey.of(organization, role.key());
    row.application = role.application();
    row.createdAt = at;
    return row;
  }

  @Override
  public void take(Role role, Instant at) {
    label = role.label();
    permissions = role.permissions().toArray(String[]::new);
    includes = role.includes().toArray(String[]::new);
    privileged = role.privileged();
    breakGlass = role.breakGlass();
    selfRequestable = role.selfRequestable();
    request = role.request();
    status = role.status().wire();
    revision = role.revision();
    updatedAt = at;
  }

  @Override
  public Role value() {
    return new Role(
        id.key(),
        application,
        label,
        List.of(permissions),
        List.of(includes),
        privileged,
        breakGlass,
        selfRequestable,
        request,
        WireName.of(CatalogStatus.class, status),
        revision);
  }
}

package io.iamplane.catalog.application;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.document.Risk;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.permission.PermissionStore;
import io.iamplane.catalog.role.Role;
import io.iamplane.catalog.role.RoleStore;
import io.iamplane.database.Transactions;
import io.iamplane.directory.account.AccountKeeper;
import io.iamplane.shared.Aal;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads applications and their catalogues, deprecated entries included. */
@Singleton
public class ApplicationService implements AccountKeeper {

  private final ApplicationStore applications;
  private final PermissionStore permissions;
  private final RoleStore roles;
  private final CatalogReader catalog;
  private final Transactions transactions;

  ApplicationService(
      ApplicationStore applications,
      PermissionStore permissions,
      RoleStore roles,
      CatalogReader catalog,
      Transactions transactions) {
    this.applications = applications;
    this.permissions = permissions;
    this.roles = roles;
    this.catalog = catalog;
    this.transactions = transactions;
  }

  /** The declarations of an application's manifests, in the order of keys. */
  public record Catalog(List<Permission> permissions, List<Role> roles) {}

  /** By id or key; NOT_FOUND when the organization has no such application. */
  public Application get(OrganizationId organization, String idOrKey) {
    return transactions
        .call(() ->
            UuidV7.parse(idOrKey)
                .map(id -> applications.byId(organization, id))
                .orElseGet(() -> applications.byKey(organization, idOrKey)))
        .orElseThrow(IamException::notFound);
  }

  /** The application with its own client on this account. */
  public Optional<Application> ofAccount(OrganizationId organization, ServiceAccountId account) {
    return transactions.call(() -> applications.byAccount(organization, account));
  }

  @Override
  public Optional<String> pathOf(OrganizationId organization, ServiceAccountId account) {
    return ofAccount(organization, account).map(application -> "applications/" + application.key());
  }

  /** In the order of their keys. */
  public Page<Application> page(
      OrganizationId organization, PageRequest page, Application.@Nullable Status status) {
    return transactions.call(
        () -> applications.page(organization, page, status == null ? null : status.wire()));
  }

  /** A page of the grantable permissions, the control plane's included, in the order of keys. */
  public Page<Permission> permissions(OrganizationId organization, PageRequest page) {
    return transactions.call(() -> {
      String after = page.after() == null ? "" : page.after();
      List<Permission> found =
          new ArrayList<>(permissions.after(organization, after, page.limit() + 1));
      ControlPlane.permissions(catalog.isPlatform(organization)).stream()
          .filter(permission -> permission.key().compareTo(after) > 0)
          .map(ApplicationService::own)
          .forEach(found::add);
      found.sort(Comparator.comparing(Permission::key));
      return Page.cut(found, page.limit(), Permission::key);
    });
  }

  private static Permission own(ControlPlanePermission permission) {
    return new Permission(
        permission.key(),
        ControlPlane.APPLICATION,
        null,
        null,
        null,
        null,
        null,
        Risk.HIGH,
        Aal.AAL1,
        CatalogStatus.ACTIVE);
  }

  public Catalog catalog(OrganizationId organization, String idOrKey) {
    return transactions.call(() -> {
      String key = get(organization, idOrKey).key();
      return new Catalog(permissions.of(organization, key), roles.of(organization, key));
    });
  }
}

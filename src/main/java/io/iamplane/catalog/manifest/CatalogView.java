package io.iamplane.catalog.manifest;

import io.iamplane.catalog.application.ApplicationService.Catalog;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.RoleView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/** What an application's manifests have declared, deprecated entries included. */
@RegisterForReflection
public record CatalogView(List<Permission> permissions, List<RoleView> roles) {

  static CatalogView of(Catalog catalog) {
    return new CatalogView(
        catalog.permissions(), catalog.roles().stream().map(RoleView::of).toList());
  }
}

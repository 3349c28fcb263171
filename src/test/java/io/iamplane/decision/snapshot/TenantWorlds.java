package io.iamplane.decision.snapshot;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Changes;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.testing.TestPlatform;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Random;

/** Makes tenants that random changes happen to. */
@ApplicationScoped
class TenantWorlds {

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject ServiceAccountService accounts;
  @Inject GroupService groups;
  @Inject ObjectService objects;
  @Inject GrantService grants;
  @Inject RelationService relations;
  @Inject RoleService roles;
  @Inject ManifestInstaller manifests;

  TenantWorld of(Organization tenant, long seed) {
    return new TenantWorld(
        new TenantWorld.Services(
            changes, users, accounts, groups, objects, grants, relations, roles, manifests),
        platform.command(),
        tenant,
        new Random(seed));
  }
}

package io.iamplane.grant;

import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.catalog.role.Role;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;

/**
 * Refuses to delete a role of the tenant that is still granted. Roles that a manifest no longer
 * declares are removed anyway: the application does not know them any more.
 */
@Singleton
class RoleInUseGuard implements PolicyGuard {

  private final GrantQuery grants;

  RoleInUseGuard(GrantQuery grants) {
    this.grants = grants;
  }

  @Override
  public void check(Recording recording) {
    for (Effect effect : recording.effects()) {
      if (effect.after() instanceof Role role
          && role.status() == CatalogStatus.DEPRECATED
          && role.application() == null) {
        requireFree(recording, role);
      }
    }
  }

  private void requireFree(Recording recording, Role role) {
    grants
        .anyOfRole(recording.organization(), role.key(), recording.at())
        .ifPresent(grant -> {
          throw IamException.conflict(
              "The role is still granted, for example by grant %s; revoke its grants first."
                  .formatted(grant));
        });
  }
}

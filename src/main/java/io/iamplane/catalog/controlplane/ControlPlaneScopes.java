package io.iamplane.catalog.controlplane;

import io.iamplane.directory.client.ScopeNames;
import io.iamplane.shared.Scopes;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Set;

/** Scopes name the permissions of the control plane's own operations. */
@Singleton
class ControlPlaneScopes implements ScopeNames {

  @Override
  public boolean isKnown(String scope) {
    return Arrays.stream(ControlPlanePermission.values())
        .anyMatch(permission -> Scopes.cover(Set.of(scope), permission.key()));
  }
}

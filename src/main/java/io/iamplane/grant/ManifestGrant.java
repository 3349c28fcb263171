package io.iamplane.grant;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.manifest.FirstGrant;
import io.iamplane.change.Recording;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;

/** An application's own account may ask for decisions from its first manifest on. */
@Singleton
class ManifestGrant implements FirstGrant {

  private final GrantService grants;

  ManifestGrant(GrantService grants) {
    this.grants = grants;
  }

  @Override
  public void give(Recording recording, SubjectRef account) {
    grants.create(
        recording,
        NewGrant.role(account, ControlPlane.DECISION_CLIENT).from(Grant.FROM_MANIFEST).build());
  }
}

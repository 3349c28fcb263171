package io.iamplane.signin.federation;

import io.iamplane.change.Recording;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserSuspension;
import jakarta.inject.Singleton;

/** Forgets the upstream identity of an erased person; a suspended one's stays, opening nothing. */
@Singleton
class IdentityEnds implements UserSuspension {

  private final FederatedIdentityStore identities;

  IdentityEnds(FederatedIdentityStore identities) {
    this.identities = identities;
  }

  @Override
  public void suspended(Recording recording, UserId user) {
    // Sessions end elsewhere, and no new one begins.
  }

  @Override
  public void erased(Recording recording, UserId user) {
    identities.delete(recording, user);
  }
}

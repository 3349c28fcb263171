package io.iamplane.signin.passkey;

import io.iamplane.change.Recording;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserSuspension;
import jakarta.inject.Singleton;
import java.util.List;

/** Ends links and passkeys, inside the change that records it. */
@Singleton
class PasskeyEnds implements UserSuspension {

  /** The type of the target in records. */
  static final String TARGET = "passkey";

  private final PasskeyStore passkeys;
  private final InvitationStore invitations;

  PasskeyEnds(PasskeyStore passkeys, InvitationStore invitations) {
    this.passkeys = passkeys;
    this.invitations = invitations;
  }

  void removeAll(Recording recording, UserId user) {
    List<EnrolledPasskey> present = passkeys.ofUser(recording, user);
    if (!present.isEmpty()) {
      passkeys.deleteAll(recording, user);
      present.forEach(each -> recording.add(each.removed()));
    }
  }

  /** A suspended person's passkeys stay, and open nothing. */
  @Override
  public void suspended(Recording recording, UserId user) {
    invitations.delete(recording, user);
  }

  @Override
  public void erased(Recording recording, UserId user) {
    invitations.delete(recording, user);
    removeAll(recording, user);
  }
}

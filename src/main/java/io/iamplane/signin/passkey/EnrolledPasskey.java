package io.iamplane.signin.passkey;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.directory.user.UserId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;

/** The image of a passkey in records and events; eligible if other devices may get it. */
@RegisterForReflection
record EnrolledPasskey(UUID id, UserId user, boolean backupEligible) {

  /** The end of the passkey as the effect of a change. */
  Effect removed() {
    return Effect.removed(EventType.PASSKEY_REMOVED, PasskeyEnds.TARGET, id.toString(), this);
  }
}

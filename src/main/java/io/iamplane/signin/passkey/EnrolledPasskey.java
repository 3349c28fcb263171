package io.iamplane.signin.passkey;

import io.iamplane.directory.user.UserId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;

/**
 * The image of a passkey in audit records and events.
 *
 * @param backupEligible true if its owner's other devices may get it
 */
@RegisterForReflection
record EnrolledPasskey(UUID id, UserId user, boolean backupEligible) {}

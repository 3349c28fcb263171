package io.iamplane.signin.passkey;

import io.iamplane.directory.user.UserId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;

/** The image of a passkey in records and events; eligible if other devices may get it. */
@RegisterForReflection
record EnrolledPasskey(UUID id, UserId user, boolean backupEligible) {}

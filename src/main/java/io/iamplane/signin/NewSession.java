package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A session as it begins, the image in audit records and events.
 *
 * @param clientId the application that the person was on the way to
 * @param endsAt the end without use, if that is before {@code expiresAt}
 */
@RegisterForReflection
record NewSession(
    UUID id,
    UserId user,
    String clientId,
    Aal aal,
    List<String> amr,
    Instant endsAt,
    Instant expiresAt) {}

package io.iamplane.signin;

import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.UuidV7;
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
    Instant expiresAt) {

  /** A session that begins at a time. */
  static NewSession at(
      Instant now, UserId user, String clientId, SignInProof proof, SessionConfig limits) {
    Instant expiresAt = now.plus(limits.absoluteLimit());
    Instant idleEnd = now.plus(limits.idleLimit());
    return new NewSession(
        UuidV7.next(),
        user,
        clientId,
        proof.aal(),
        proof.amr(),
        idleEnd.isBefore(expiresAt) ? idleEnd : expiresAt,
        expiresAt);
  }
}

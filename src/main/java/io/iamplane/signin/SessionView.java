package io.iamplane.signin;

import io.iamplane.shared.Aal;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session as the wire shows it.
 *
 * @param amr the methods of authentication (RFC 8176)
 * @param authenticatedAt null if the identity provider did not say
 * @param usedAt when an application last asked for a token, to the minute
 * @param endsAt the end without further use, if that is before {@code expiresAt}
 */
@RegisterForReflection
public record SessionView(
    String id,
    String user,
    Aal aal,
    List<String> amr,
    @Nullable Instant authenticatedAt,
    Instant usedAt,
    Instant endsAt,
    Instant expiresAt) {

  static SessionView of(SignInSession session) {
    return new SessionView(
        session.id().toString(),
        session.user().toString(),
        session.proof().aal(),
        session.proof().amr(),
        session.proof().at(),
        session.usedAt(),
        session.endsAt(),
        session.expiresAt());
  }
}

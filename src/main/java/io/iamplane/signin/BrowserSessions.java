package io.iamplane.signin;

import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The sessions that browsers present by their cookies. */
@Singleton
class BrowserSessions {

  private final Sessions sessions;
  private final EndedSecrets ended;
  private final SignInAdmission admission;

  BrowserSessions(Sessions sessions, EndedSecrets ended, SignInAdmission admission) {
    this.sessions = sessions;
    this.ended = ended;
    this.admission = admission;
  }

  /**
   * The living session of a cookie. A guess counts as a failed authentication; the cookie of a
   * session that has ended does not, for browsers keep it.
   */
  Optional<SignInSession> find(Secret cookie) {
    if (ended.isKnown(SecretKind.SESSION, cookie)) {
      return Optional.empty();
    }
    Optional<SignInSession> session =
        admission.lookUp(SecretKind.SESSION, cookie, () -> sessions.find(cookie));
    if (session.isEmpty() && !ended.isKnown(SecretKind.SESSION, cookie)) {
      admission.refused();
    }
    return session;
  }
}

package io.iamplane.signin;

import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.token.TokenRevocations;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** Lists and ends the living sessions of a person, for the person or an administrator. */
@Singleton
class PersonSessions {

  private final SessionStore store;
  private final SessionEnds ends;
  private final TokenRevocations revocations;
  private final Transactions transactions;
  private final Clock clock;

  PersonSessions(
      SessionStore store,
      SessionEnds ends,
      TokenRevocations revocations,
      Transactions transactions,
      Clock clock) {
    this.store = store;
    this.ends = ends;
    this.revocations = revocations;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** The sessions, oldest first; 20 at most. */
  List<SessionView> list(OrganizationId organization, UserId user) {
    return transactions.call(() -> store.living(organization, user, clock.instant())).stream()
        .map(SessionView::of)
        .toList();
  }

  /**
   * Ends one session, and the access tokens of the person, of which none says where it came from;
   * throws NOT_FOUND if the person has no such session.
   */
  SessionView end(Recording recording, UserId user, String id) {
    SignInSession session =
        store.living(recording.organization(), user, recording.at()).stream()
            .filter(each -> UuidV7.parse(id).filter(each.id()::equals).isPresent())
            .findFirst()
            .orElseThrow(IamException::notFound);
    ends.end(recording, session.id(), user);
    recording.endTokens(TokenHolder.subject(user.subject()));
    return SessionView.of(session);
  }

  /** Ends all sessions, with the access tokens; the ended ones. */
  List<SessionView> endAll(Recording recording, UserId user) {
    List<SignInSession> living = store.living(recording.organization(), user, recording.at());
    ends.endAll(recording, user);
    // Those of a session that ended before, too: sign-out leaves them.
    revocations.endAllOf(recording, user.subject());
    return living.stream().map(SessionView::of).toList();
  }
}

package io.iamplane.signin;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Secret;
import io.iamplane.shared.UuidV7;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The sessions of people, from sign-in to sign-out. */
@Singleton
class Sessions {

  /** The one that was used longest ago ends when there is one more. */
  static final int MOST_OF_A_PERSON = 20;

  /** The use of a session is noted so often and no more. */
  private static final Duration NOTED = Duration.ofMinutes(1);

  private final SessionStore store;
  private final SessionEnds ends;
  private final SessionUseStore uses;
  private final EndedSecrets ended;
  private final Changes changes;
  private final Transactions transactions;
  private final SessionConfig limits;
  private final List<SessionCondition> conditions;
  private final Clock clock;

  Sessions(
      SessionStore store,
      SessionEnds ends,
      SessionUseStore uses,
      EndedSecrets ended,
      Changes changes,
      Transactions transactions,
      SessionConfig limits,
      @All List<SessionCondition> conditions,
      Clock clock) {
    this.store = store;
    this.ends = ends;
    this.uses = uses;
    this.ended = ended;
    this.changes = changes;
    this.transactions = transactions;
    this.limits = limits;
    this.conditions = conditions;
    this.clock = clock;
  }

  /** Begins a session in a change; beyond 20 of the person, the one used longest ago ends. */
  NewSession begin(
      Recording recording, UserId user, String clientId, SignInProof proof, Secret secret) {
    List<UUID> present = store.ofUser(recording.organization(), user, recording.at());
    present.stream()
        .limit(Math.max(0, present.size() + 1 - MOST_OF_A_PERSON))
        .forEach(least -> ends.end(recording, least, user));
    Instant expiresAt = recording.at().plus(limits.absoluteLimit());
    NewSession session =
        new NewSession(
            UuidV7.next(),
            user,
            clientId,
            proof.aal(),
            proof.amr(),
            idleEnd(recording.at(), expiresAt),
            expiresAt);
    store.insert(recording, session, RandomSecrets.hash(secret), proof.until(recording.at()).at());
    recording.add(
        Effect.created(
            EventType.SESSION_CREATED, SessionEnds.TARGET, session.id().toString(), session));
    return session;
  }

  /**
   * Renews a session by another sign-in of its person, inside the change that records it: it has
   * the new level, methods and limits from then on, and its id still. Codes and refresh tokens of
   * before keep the level that they had. False if the session has ended.
   */
  boolean renew(Recording recording, SignInSession old, SignInProof proof, Secret secret) {
    Instant now = recording.at();
    Instant expiresAt = now.plus(limits.absoluteLimit());
    SignInSession renewed =
        new SignInSession(
            old.id(),
            old.organization(),
            old.platform(),
            old.user(),
            recording.version(),
            proof.until(now),
            now,
            idleEnd(now, expiresAt),
            expiresAt);
    if (!store.renew(recording, renewed, RandomSecrets.hash(secret))) {
      return false;
    }
    recording.add(
        Effect.changed(
            EventType.SESSION_RENEWED,
            SessionEnds.TARGET,
            old.id().toString(),
            SessionView.of(old),
            SessionView.of(renewed)));
    return true;
  }

  private Instant idleEnd(Instant now, Instant expiresAt) {
    Instant idleEnd = now.plus(limits.idleLimit());
    return idleEnd.isBefore(expiresAt) ? idleEnd : expiresAt;
  }

  /** The living session that a secret opens. */
  Optional<SignInSession> find(Secret secret) {
    return ended
        .find(
            SecretKind.SESSION,
            secret,
            hash -> transactions.call(() -> store.bySecret(hash, clock.instant())))
        .filter(this::counts);
  }

  /**
   * The living session of a browser's cookie. A guess counts as a failed authentication; the cookie
   * of a session that has ended does not, for browsers keep it.
   */
  Optional<SignInSession> ofCookie(Secret cookie, SignInAdmission admission) {
    if (ended.isKnown(SecretKind.SESSION, cookie)) {
      return Optional.empty();
    }
    Optional<SignInSession> session =
        admission.lookUp(SecretKind.SESSION, cookie, () -> find(cookie));
    if (session.isEmpty() && !ended.isKnown(SecretKind.SESSION, cookie)) {
      admission.refused();
    }
    return session;
  }

  /** The living session of that name. */
  Optional<SignInSession> find(UUID id) {
    return transactions.call(() -> store.byId(id, clock.instant())).filter(this::counts);
  }

  /** Returns false for a session that no longer fulfils a condition, and ends it. */
  boolean counts(SignInSession session) {
    if (conditions.stream().allMatch(each -> each.holds(session))) {
      return true;
    }
    end(session, Caller.job(session.organization(), "sign-in", session.id().toString()));
    return false;
  }

  /** Notes that a session was used, which moves its end. */
  void use(SignInSession session) {
    Instant now = clock.instant();
    if (session.usedAt().plus(NOTED).isAfter(now)) {
      return;
    }
    Instant idleEnd = now.plus(limits.idleLimit());
    transactions.run(() -> uses.used(session.id(), now, idleEnd));
  }

  /** Ends a session, and the person's access tokens, of which none says where it came from. */
  void end(SignInSession session, Caller caller) {
    changes.record(
        Change.policy(
            caller,
            session.organization(),
            recording -> {
              ends.end(recording, session.id(), session.user());
              if (!recording.effects().isEmpty()) {
                recording.endTokens(TokenHolder.subject(session.subject()));
              }
              return null;
            }));
  }
}

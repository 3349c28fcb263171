package io.iamplane.signin;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.Secret;
import io.iamplane.shared.UuidV7;
import io.iamplane.signin.SessionClientStore.State;
import io.iamplane.signin.SessionCredentials.OfSession;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.KeyProof;
import io.iamplane.token.TokenConfig;
import io.iamplane.token.TokenRevocations;
import jakarta.inject.Singleton;
import java.io.Serial;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Redeems codes, each once across all replicas (RFC 6749, section 4.1.2). The first client that
 * presents a code uses it up, even in an invalid request; a second use ends the token issued for
 * it.
 */
@Singleton
public class CodeRedemption {

  private final SessionCredentials credentials;
  private final AuthorizationCodeStore store;
  private final EndedSecrets ended;
  private final Sessions sessions;
  private final PersonTokens tokens;
  private final RefreshTokens refreshTokens;
  private final TokenRevocations revocations;
  private final Changes changes;
  private final Transactions transactions;
  private final Clock clock;

  CodeRedemption(
      SessionCredentials credentials,
      AuthorizationCodeStore store,
      EndedSecrets ended,
      Sessions sessions,
      PersonTokens tokens,
      RefreshTokens refreshTokens,
      TokenRevocations revocations,
      Changes changes,
      Transactions transactions,
      Clock clock) {
    this.credentials = credentials;
    this.store = store;
    this.ended = ended;
    this.sessions = sessions;
    this.tokens = tokens;
    this.refreshTokens = refreshTokens;
    this.revocations = revocations;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** A code, the proved client, and the proof of its key, left unused if the code is unknown. */
  public record Presented(
      Secret code, SignInClient client, String redirectUri, Secret verifier, KeyProof proof) {}

  /**
   * The tokens that came of a code; null for one that the client did not ask for.
   *
   * @param keyThumbprint the key that they are bound to; null for none
   */
  public record Redeemed(
      AccessTokens.Issued access,
      String scope,
      @Nullable Secret idToken,
      @Nullable Secret refreshToken,
      @Nullable String keyThumbprint) {

    private Redeemed with(@Nullable Secret refresh) {
      return new Redeemed(access, scope, idToken, refresh, keyThumbprint);
    }
  }

  /** A client gets no token of a session of which as many others as may be have some. */
  public static final class FullSessionException extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    private FullSessionException() {
      super(
          "the session already has tokens for the maximum number of applications",
          null,
          false,
          false);
    }
  }

  /**
   * Redeems a code. Signs: off the event loop only.
   *
   * @return empty when it is unknown, expired, used, or not this client's
   * @throws FullSessionException if this client would not be notified of the session's end; the
   *     code is used up
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE, or TOO_MANY_REQUESTS for its
   *     proof, which leave the code as it is, like a refusal of the proof; only if the database's
   *     last answer is lost it may be used up
   */
  public Optional<Redeemed> redeem(Presented presented, Caller.Origin origin) {
    byte[] hash = RandomSecrets.hash(presented.code());
    Instant now = clock.instant();
    Optional<OfSession<AuthorizationCode>> known =
        ended.find(
            SecretKind.CODE,
            presented.code(),
            _ -> credentials.code(hash).filter(each -> !each.credential().reused()));
    if (known.isEmpty()) {
      return Optional.empty();
    }
    AuthorizationCode code = known.get().credential();
    String key =
        presented.proof().use(code.organization(), Caller.counted(code.clientId(), code.subject()));
    boolean fits = isFor(code, presented, key);
    String jti = UuidV7.next().toString();
    // Signed before the code is used up, so that no outage of a key costs the client its code.
    Optional<Redeemed> made =
        fits && now.isBefore(code.expiresAt()) && code.tokenJti() == null
            ? known
                .get()
                .session()
                .filter(sessions::counts)
                .map(session -> session.atMost(code.proof().aal()))
                .map(session -> tokens.issue(code, presented.client(), session, jti, key))
            : Optional.empty();
    String issued = made.isPresent() ? jti : null;
    RefreshTokens.Beginning beginning =
        new RefreshTokens.Beginning(code, hash, presented.client(), key);
    Use use = use(beginning, issued, now);
    if (!use.first()) {
      reused(hash, code, origin);
      return Optional.empty();
    }
    if (!fits) {
      refused(code, origin);
    }
    if (use.session() == State.FULL) {
      throw new FullSessionException();
    }
    return made.filter(_ -> use.session() == State.LIVING)
        .map(each -> each.with(use.refreshToken()));
  }

  /** The use of a code, the session's state as far as the token needs it, and the refresh token. */
  private record Use(boolean first, State session, @Nullable Secret refreshToken) {

    static Use withoutTokens(boolean first) {
      return new Use(first, State.ENDED, null);
    }
  }

  /** The token bears the policy version of before: a second use ends tokens of older versions. */
  private Use use(RefreshTokens.Beginning beginning, @Nullable String jti, Instant now) {
    AuthorizationCode code = beginning.code();
    boolean lasting = code.scopes().contains(Scopes.OFFLINE_ACCESS);
    Instant keepUntil =
        jti == null
            ? code.keepUntil()
            : now.plus(lasting ? SessionConfig.MOST : TokenConfig.MAX_LIFETIME);
    RoundTrip trip = store.roundTrip();
    Supplier<Integer> used = store.use(beginning.codeHash(), now, jti, keepUntil, trip);
    if (jti == null) {
      send(trip);
      return Use.withoutTokens(used.get() == 1);
    }
    // Also one that does not want to be notified: it may by the end of the session.
    Supplier<State> session =
        beginning.client().isPanel()
            ? () -> State.LIVING
            : SessionClientStore.add(beginning, jti, trip);
    Supplier<Optional<Secret>> family =
        lasting ? refreshTokens.begin(beginning, jti, trip) : Optional::empty;
    send(trip);
    if (used.get() == 0) {
      return Use.withoutTokens(false);
    }
    @Nullable Secret refreshToken = family.get().orElse(null);
    return session.get() == State.LIVING && lasting && refreshToken == null
        ? Use.withoutTokens(true)
        : new Use(true, session.get(), refreshToken);
  }

  /** Sends all of it together, as one transaction. */
  private void send(RoundTrip trip) {
    transactions.autoCommit(() -> {
      trip.run();
      return true;
    });
  }

  private static boolean isFor(AuthorizationCode code, Presented presented, @Nullable String key) {
    SignInClient client = presented.client();
    return code.clientId().equals(client.id())
        && client.admits(code.organization())
        && client.takesBack(code.redirectUri())
        && !code.ended()
        && code.redirectUri().equals(presented.redirectUri())
        && (code.keyThumbprint() == null || code.keyThumbprint().equals(key))
        && Pkce.verifies(presented.verifier().reveal(), code.challenge());
  }

  private void refused(AuthorizationCode code, Caller.Origin origin) {
    changes.record(
        Change.operational(
            caller(code, origin),
            code.organization(),
            recording -> recording.add(refusal(code, SignInRefusal.Reason.CODE_MISMATCHED))));
  }

  private void reused(byte[] hash, AuthorizationCode code, Caller.Origin origin) {
    changes.record(
        Change.policy(
            caller(code, origin),
            code.organization(),
            recording -> {
              if (store.reused(recording, hash)) {
                // Read again: the first use may have been on its way a moment ago.
                store.byHash(hash).ifPresent(used -> end(recording, used, hash));
                recording.add(refusal(code, SignInRefusal.Reason.CODE_REUSED));
              }
              return null;
            }));
  }

  private void end(Recording recording, AuthorizationCode used, byte[] hash) {
    String jti = used.tokenJti();
    if (jti == null) {
      return;
    }
    if (used.scopes().contains(Scopes.OFFLINE_ACCESS)) {
      refreshTokens.endOfCode(recording, used, hash);
    } else {
      revocations.end(recording, jti, used.clientId(), used.subject(), used.keepUntil());
    }
  }

  private static Effect refusal(AuthorizationCode code, SignInRefusal.Reason reason) {
    return new SignInRefusal(code.subject(), code.clientId(), reason).effect();
  }

  /** The person behind the code, since the presenting client proved nothing. */
  private static Caller caller(AuthorizationCode code, Caller.Origin origin) {
    return new Caller(
        code.organization(), false, code.subject(), code.clientId(), Aal.AAL1, origin);
  }
}

package io.iamplane.signin;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.GroupedCalls;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.signin.RefreshFamilyStore.Rotation;
import io.iamplane.signin.SessionCredentials.OfSession;
import io.iamplane.token.AccessTokens;
import io.iamplane.token.KeyProof;
import io.iamplane.token.TokenConfig;
import io.iamplane.token.TokenRevocations;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Refresh tokens of people, each good for one use (RFC 9700, section 4.14.2). A second use ends the
 * family and the person's access tokens at the client: one of two holders of a token is not its
 * client, and which one is unknown.
 */
@Singleton
public class RefreshTokens {

  /** The limit of one client in one session; a further family ends the oldest. */
  static final int MOST_OF_A_SESSION = 10;

  /** The limit of all clients in one session. */
  static final int MOST_OF_ALL_CLIENTS = 100;

  /** The time from its first use in which a token may come again, for a lost answer. */
  static final Duration GRACE = Duration.ofSeconds(10);

  private final SessionCredentials credentials;
  private final RefreshFamilyStore store;
  private final EndedSecrets ended;
  private final Sessions sessions;
  private final PersonTokens tokens;
  private final TokenRevocations revocations;
  private final RandomSecrets secrets;
  private final Changes changes;
  private final Transactions transactions;
  private final Clock clock;
  private final GroupedCalls<Rotation, Boolean> rotations;

  RefreshTokens(
      SessionCredentials credentials,
      RefreshFamilyStore store,
      EndedSecrets ended,
      Sessions sessions,
      PersonTokens tokens,
      TokenRevocations revocations,
      RandomSecrets secrets,
      Changes changes,
      Transactions transactions,
      Clock clock) {
    this.credentials = credentials;
    this.store = store;
    this.ended = ended;
    this.sessions = sessions;
    this.tokens = tokens;
    this.revocations = revocations;
    this.secrets = secrets;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
    this.rotations =
        GroupedCalls.writing(transactions, together -> store.rotateFree(together, clock.instant()));
  }

  /** The image of a family that ended, in audit records and events. */
  @RegisterForReflection
  record ReusedFamily(UUID id, UserId user, String clientId, UUID session) {}

  /** A living family with the token that counts, and the session that it belongs to. */
  public static final class Living {

    private final RefreshToken presented;
    private final RefreshFamily family;
    private final SignInClient client;
    private final SignInSession session;
    private final @Nullable String keyThumbprint;
    private final Instant graceSince;

    private Living(
        RefreshToken presented,
        RefreshFamily family,
        SignInClient client,
        SignInSession session,
        @Nullable String keyThumbprint,
        Instant graceSince) {
      this.presented = presented;
      this.family = family;
      this.client = client;
      this.session = session;
      this.keyThumbprint = keyThumbprint;
      this.graceSince = graceSince;
    }

    /** The scopes of the first token, which no later one exceeds (RFC 6749, section 6). */
    public SortedSet<String> scopes() {
      return family.scopes();
    }

    /** The proved key, which the next access token is bound to; null for none. */
    public @Nullable String keyThumbprint() {
      return keyThumbprint;
    }
  }

  /** The beginning of a family: its code, the redeeming client, and its key; null for none. */
  record Beginning(
      AuthorizationCode code,
      byte[] codeHash,
      SignInClient client,
      @Nullable String keyThumbprint) {}

  /** An access token, and the refresh token that takes the place of the presented one. */
  public record Refreshed(AccessTokens.Issued access, Secret refreshToken) {}

  /**
   * Begins a family in the transaction that uses the code up.
   *
   * @param jti names the access token issued for the code, if this is its first use
   * @return the first token of it, or empty if {@link RefreshFamilyStore#insert} wrote no family
   */
  Supplier<Optional<Secret>> begin(Beginning beginning, String jti, RoundTrip trip) {
    AuthorizationCode code = beginning.code();
    RefreshToken first = new RefreshToken(secrets.next(SecretKind.FAMILY), secrets.next());
    RefreshFamily family =
        new RefreshFamily(
            UuidV7.next(),
            code.organization(),
            code.session(),
            code.user(),
            code.clientId(),
            code.scopes(),
            beginning.keyThumbprint(),
            first.secretHash(),
            null,
            null,
            code.proof().aal(),
            Math.min(code.policyVersion(), beginning.client().policyVersion()),
            false);
    Supplier<Integer> begun =
        store.insert(first.handleHash(), family, beginning.codeHash(), jti, trip);
    // Before the next removal: a second use of a code locks it before its family, too.
    AuthorizationCodeStore.keepWithoutFamily(
        code.session(), clock.instant().plus(TokenConfig.MAX_LIFETIME), trip);
    store.removeBeyond(MOST_OF_A_SESSION, MOST_OF_ALL_CLIENTS, code.session(), trip);
    return () -> begun.get() == 1 ? Optional.of(first.text()) : Optional.empty();
  }

  /**
   * Finds the family of a presented token; a token that was used before ends it, unless that was a
   * moment ago and its successor was not used: then its answer may have been lost. Without the key
   * that it is bound to a token neither counts nor ends anything.
   *
   * @param client proved as its kind requires
   * @param charge counts the person against a ceiling, before the proof costs a signature
   * @param proof of the client's key; left unused if the token is unknown
   * @return empty when the token is unknown, used, of another client, or of an ended session or
   *     client
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE, or TOO_MANY_REQUESTS for its
   *     proof, which leave the family as it is, like a refusal of the proof
   */
  public Optional<Living> find(
      Secret text,
      SignInClient client,
      Consumer<String> charge,
      KeyProof proof,
      Caller.Origin origin) {
    Optional<OfSession<RefreshFamily>> known =
        family(text, client.id())
            .filter(each ->
                client.admits(each.credential().organization()) && !each.credential().ended());
    if (known.isEmpty()) {
      return Optional.empty();
    }
    RefreshFamily family = known.get().credential();
    charge.accept(family.subject().toString());
    String key =
        proof.use(family.organization(), Caller.counted(family.clientId(), family.subject()));
    if (!family.takesKey(key)) {
      return Optional.empty();
    }
    RefreshToken presented = RefreshToken.parse(text).orElseThrow();
    Instant graceSince = clock.instant().minus(GRACE);
    if (!family.takes(presented.secretHash(), graceSince)) {
      reused(presented, family, origin);
      return Optional.empty();
    }
    return known
        .get()
        .session()
        .filter(sessions::counts)
        .map(session ->
            new Living(presented, family, client, session.atMost(family.aal()), key, graceSince));
  }

  /**
   * Uses the token up. Signs first, so that no outage of a key costs the client its token: off the
   * event loop only. The one before may come again, which makes the last answer void, with its
   * access token: the client does not have it, and someone else may.
   *
   * @param scopes none beyond the family's
   * @return empty when another use came first
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE, or TOO_MANY_REQUESTS when too
   *     many wait for the database, which leave the family as it is; only if the database's answer
   *     is lost the token may be used up
   */
  public Optional<Refreshed> refresh(
      Living living, SortedSet<String> scopes, Caller.Origin origin) {
    String jti = UuidV7.next().toString();
    AccessTokens.Issued access =
        tokens.access(living.session, living.client, scopes, jti, living.keyThumbprint);
    RefreshToken next = new RefreshToken(living.presented.handle(), secrets.next());
    sessions.use(living.session);
    Rotation rotation = new Rotation(living.presented, next.secretHash(), jti);
    if (!(living.family.counts(living.presented.secretHash()) && rotate(rotation))
        && !again(living, next, jti, origin)) {
      reused(living.presented, living.family, origin);
      return Optional.empty();
    }
    return Optional.of(new Refreshed(access, next.text()));
  }

  /** Rotates with all who wait, or alone once no other transaction holds the family. */
  private boolean rotate(Rotation rotation) {
    return rotations.call(rotation)
        || transactions.autoCommit(() -> store.rotate(rotation, clock.instant()));
  }

  /** Rotates for a token that was used a moment ago, in a change that ends the lost answer. */
  private boolean again(Living living, RefreshToken next, String jti, Caller.Origin origin) {
    RefreshFamily family = living.family;
    return change(
        family,
        origin,
        recording -> {
          Optional<String> lost = store.lostToken(recording, living.presented, living.graceSince);
          if (lost.isPresent()) {
            store.replace(recording, living.presented, next.secretHash(), jti);
          }
          lost.filter(each -> !each.isEmpty())
              .ifPresent(each ->
                  revocations.end(
                      recording,
                      each,
                      family.clientId(),
                      family.subject(),
                      recording.at().plus(TokenConfig.MAX_LIFETIME)));
          return lost.isPresent();
        });
  }

  /** The part of a refresh token that its family is found by; empty for a text of another form. */
  public static Optional<Secret> handle(Secret text) {
    return RefreshToken.parse(text).map(RefreshToken::handle);
  }

  /** The person of a token of any age; empty if it is unknown, or of another client. */
  public Optional<SubjectRef> holder(Secret text, String clientId) {
    return family(text, clientId).map(each -> each.credential().subject());
  }

  private Optional<OfSession<RefreshFamily>> family(Secret text, String clientId) {
    return RefreshToken.parse(text)
        .flatMap(token -> ended.find(SecretKind.FAMILY, token.handle(), credentials::family))
        .filter(each -> each.credential().clientId().equals(clientId));
  }

  /**
   * Ends a family as its client asked for (RFC 7009), and the access tokens that it may have made:
   * a thief who ends the family must not keep them.
   */
  public void end(Secret text, String clientId, Caller.Origin origin) {
    RefreshToken token = RefreshToken.parse(text).orElseThrow();
    family(text, clientId)
        .map(OfSession::credential)
        .ifPresent(family ->
            change(
                family,
                origin,
                recording -> {
                  if (store.delete(recording, token.handleHash())) {
                    if (clientId.equals(SignInClients.PANEL)) {
                      revocations.endAllOf(recording, family.subject());
                    } else {
                      revocations.endAllOf(recording, clientId, family.subject());
                    }
                  }
                  return null;
                }));
  }

  /** Ends the family that came of a code, if it is still there, with what it may have made. */
  void endOfCode(Recording recording, AuthorizationCode code, byte[] codeHash) {
    store.deleteOfCode(recording, codeHash);
    endTokens(recording, code.clientId(), code.subject());
  }

  /**
   * Ends the access tokens of a person that a family may have made. One of the panel may have been
   * exchanged for those of other clients, and one of an application is the application's alone.
   */
  private void endTokens(Recording recording, String clientId, SubjectRef subject) {
    if (clientId.equals(SignInClients.PANEL)) {
      recording.endTokens(TokenHolder.subject(subject));
    } else {
      revocations.endSilently(recording, clientId, subject);
    }
  }

  private void reused(RefreshToken presented, RefreshFamily family, Caller.Origin origin) {
    change(
        family,
        origin,
        recording -> {
          if (store.delete(recording, presented.handleHash())) {
            endTokens(recording, family.clientId(), family.subject());
            recording.add(
                Effect.removed(
                    EventType.REFRESH_TOKEN_REUSED,
                    "refresh_family",
                    family.id().toString(),
                    new ReusedFamily(
                        family.id(), family.user(), family.clientId(), family.session())));
          }
          return null;
        });
  }

  /** A change by the person behind the token, since the presenting client proved nothing. */
  private <T> T change(RefreshFamily family, Caller.Origin origin, Function<Recording, T> body) {
    Caller person =
        new Caller(
            family.organization(), false, family.subject(), family.clientId(), Aal.AAL1, origin);
    return changes.record(Change.policy(person, family.organization(), body));
  }
}

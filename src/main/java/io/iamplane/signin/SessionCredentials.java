package io.iamplane.signin;

import static java.util.stream.Collectors.toMap;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads codes and families of refresh tokens, each with its session, for all who wait at once. */
@Singleton
class SessionCredentials {

  private final SessionStore sessions;
  private final Clock clock;

  private final GroupedCalls<byte[], Optional<OfSession<AuthorizationCode>>> codes;
  private final GroupedCalls<byte[], Optional<OfSession<RefreshFamily>>> families;

  SessionCredentials(SessionStore sessions, Transactions transactions, Clock clock) {
    this.sessions = sessions;
    this.clock = clock;
    this.codes = GroupedCalls.reading(transactions, this::codes);
    this.families = GroupedCalls.reading(transactions, this::families);
  }

  /** A credential that came of a session; empty if that has ended. */
  record OfSession<T>(T credential, Optional<SignInSession> session) {}

  Optional<OfSession<AuthorizationCode>> code(byte[] hash) {
    return codes.call(hash);
  }

  Optional<OfSession<RefreshFamily>> family(byte[] handleHash) {
    return families.call(handleHash);
  }

  /** The codes of these hashes, in their order. */
  List<Optional<OfSession<AuthorizationCode>>> codes(List<byte[]> hashes) {
    RoundTrip trip = sessions.roundTrip();
    return read(
        hashes,
        AuthorizationCodeStore.byHashes(hashes, trip),
        SessionStore.ofCodes(hashes, clock.instant(), trip),
        AuthorizationCode::session,
        trip);
  }

  /** The families of these handles, in their order. */
  List<Optional<OfSession<RefreshFamily>>> families(List<byte[]> handleHashes) {
    RoundTrip trip = sessions.roundTrip();
    Instant now = clock.instant();
    return read(
        handleHashes,
        RefreshFamilyStore.byHandles(handleHashes, now, trip),
        SessionStore.ofFamilies(handleHashes, now, trip),
        RefreshFamily::session,
        trip);
  }

  private static <T> List<Optional<OfSession<T>>> read(
      List<byte[]> hashes,
      Supplier<List<Map.Entry<ByteBuffer, T>>> credentials,
      Supplier<List<SignInSession>> sessions,
      Function<T, UUID> session,
      RoundTrip trip) {
    trip.run();
    Map<ByteBuffer, T> found =
        credentials.get().stream().collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    Map<UUID, SignInSession> living =
        sessions.get().stream().collect(toMap(SignInSession::id, Function.identity()));
    return hashes.stream()
        .map(hash ->
            Optional.ofNullable(found.get(ByteBuffer.wrap(hash)))
                .map(each ->
                    new OfSession<>(each, Optional.ofNullable(living.get(session.apply(each))))))
        .toList();
  }
}

package io.iamplane.signin;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Reads codes and families of refresh tokens, each with its session, for all who wait at once. */
@Singleton
class SessionCredentials {

  private final AuthorizationCodeQuery codeQuery;
  private final RefreshFamilyQuery familyQuery;
  private final SessionQuery sessions;
  private final Clock clock;

  private final GroupedCalls<byte[], Optional<OfSession<AuthorizationCode>>> codes;
  private final GroupedCalls<byte[], Optional<OfSession<RefreshFamily>>> families;

  SessionCredentials(
      AuthorizationCodeQuery codeQuery,
      RefreshFamilyQuery familyQuery,
      SessionQuery sessions,
      Transactions transactions,
      Clock clock) {
    this.codeQuery = codeQuery;
    this.familyQuery = familyQuery;
    this.sessions = sessions;
    this.clock = clock;
    this.codes = new GroupedCalls<>(transactions, this::codes);
    this.families = new GroupedCalls<>(transactions, this::families);
  }

  /**
   * A credential that came of a session.
   *
   * @param session empty if it has ended
   */
  record OfSession<T>(T credential, Optional<SignInSession> session) {}

  Optional<OfSession<AuthorizationCode>> code(byte[] hash) {
    return codes.call(hash);
  }

  Optional<OfSession<RefreshFamily>> family(byte[] handleHash) {
    return families.call(handleHash);
  }

  /** The codes of these hashes, in their order. */
  List<Optional<OfSession<AuthorizationCode>>> codes(List<byte[]> hashes) {
    return read(hashes, codeQuery::byHashes, AuthorizationCode::session);
  }

  /** The families of these handles, in their order. */
  List<Optional<OfSession<RefreshFamily>>> families(List<byte[]> handleHashes) {
    return read(
        handleHashes,
        hashes -> familyQuery.byHandles(hashes, clock.instant()),
        RefreshFamily::session);
  }

  private <T> List<Optional<OfSession<T>>> read(
      List<byte[]> hashes,
      Function<List<byte[]>, Map<ByteBuffer, T>> query,
      Function<T, UUID> session) {
    Map<ByteBuffer, T> found = query.apply(hashes);
    Map<UUID, SignInSession> living =
        sessions.byIds(found.values().stream().map(session).toList(), clock.instant());
    return hashes.stream()
        .map(hash ->
            Optional.ofNullable(found.get(ByteBuffer.wrap(hash)))
                .map(each ->
                    new OfSession<>(each, Optional.ofNullable(living.get(session.apply(each))))))
        .toList();
  }
}

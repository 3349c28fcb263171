package io.iamplane.oauth;

import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.ClaimedClient;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.client.ClientAuthenticator;
import io.iamplane.directory.client.JsonWebKeys;
import io.iamplane.oauth.GroupedAssertions.Named;
import io.iamplane.oauth.GroupedAssertions.Use;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.token.CompactJws;
import io.iamplane.token.Issuer;
import io.iamplane.token.SignaturePermits;
import io.iamplane.token.TokenRefusedException;
import io.iamplane.token.TokenRefusedException.Reason;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a client's assertion (RFC 7523, section 3). Cheap checks come first, then the signature,
 * and last the row that uses the assertion up; no database connection is held while a signature is
 * verified.
 */
@Singleton
class AssertionVerifier {

  /** The farthest {@code exp} in the future, and so the time to remember an assertion. */
  static final Duration MAX_LIFETIME = Duration.ofSeconds(300);

  /** The tolerance for a client's clock ahead of ours; {@code exp} has none. */
  static final Duration CLOCK_SKEW = Duration.ofSeconds(30);

  /** The additional time to remember an assertion, for a replica's clock that is behind. */
  static final Duration MARGIN = Duration.ofMinutes(1);

  private final Function<String, ClaimedClient> clients;
  private final Predicate<Use> firstUse;
  private final Set<String> audiences;
  private final SignaturePermits turns;
  private final SignaturePermits suspects = SignaturePermits.ofSuspects();
  private final Clock clock;

  /** Stand in for a key that is not there, so that its absence takes no less time. */
  private final Map<AssertionAlgorithm, PublicKey> strangers = new ConcurrentHashMap<>();

  @Inject
  AssertionVerifier(
      ClientAuthenticator authenticator, GroupedAssertions used, Issuer issuer, Clock clock) {
    this(
        authenticator::claimed,
        used::use,
        Set.of(
            issuer.value(),
            issuer.url(TokenResource.PATH),
            issuer.url(PushedRequestResource.PATH),
            issuer.url(IntrospectionResource.PATH),
            issuer.url(RevocationResource.PATH)),
        new SignaturePermits(),
        clock);
  }

  AssertionVerifier(
      Function<String, ClaimedClient> clients,
      Predicate<Use> firstUse,
      Set<String> audiences,
      SignaturePermits turns,
      Clock clock) {
    this.clients = clients;
    this.firstUse = firstUse;
    this.audiences = audiences;
    this.turns = turns;
    this.clock = clock;
  }

  /**
   * Verifies an assertion and uses it up. May wait for its turn: off the event loop only.
   *
   * @param suspect true for an address that failed too often, which waits in a small queue
   * @throws TokenRefusedException when it proves nothing
   * @throws IamException DEPENDENCY_UNAVAILABLE when the database fails, or the turn to verify the
   *     signature did not come in time; TOO_MANY_REQUESTS if the small queue is full or slow
   */
  AuthenticatedClient verify(ClientAssertion assertion, boolean suspect) {
    AssertionClaims claims = assertion.claims();
    requireForUs(claims);
    requireNow(claims);
    AuthenticatedClient client =
        clients
            .apply(assertion.clientId())
            .prove(keys -> isSigned(assertion, keys, suspect ? suspects : turns))
            .orElseThrow(() -> new TokenRefusedException(Reason.SIGNATURE));
    requireFirstUse(client.client(), claims);
    return client;
  }

  private void requireForUs(AssertionClaims claims) {
    if (!claims.issuer().equals(claims.subject())) {
      throw new TokenRefusedException(Reason.ISSUER);
    }
    // One audience, ours: an assertion for several could be sent on by any of the others.
    if (claims.audience().size() != 1 || !audiences.contains(claims.audience().getFirst())) {
      throw new TokenRefusedException(Reason.AUDIENCE);
    }
  }

  private void requireNow(AssertionClaims claims) {
    Instant now = clock.instant();
    if (!now.isBefore(claims.expiresAt())) {
      throw new TokenRefusedException(Reason.EXPIRED);
    }
    if (claims.expiresAt().isAfter(now.plus(MAX_LIFETIME))) {
      throw new TokenRefusedException(Reason.LIFETIME);
    }
    requireBegun(claims.notBefore(), claims.expiresAt(), now);
    requireBegun(claims.issuedAt(), claims.expiresAt(), now);
  }

  private static void requireBegun(@Nullable Instant begin, Instant end, Instant now) {
    if (begin == null) {
      return;
    }
    if (begin.isAfter(now.plus(CLOCK_SKEW))) {
      throw new TokenRefusedException(Reason.NOT_YET_VALID);
    }
    if (!begin.isBefore(end)) {
      throw new TokenRefusedException(Reason.CLAIMS);
    }
  }

  private boolean isSigned(ClientAssertion assertion, JsonWebKeys keys, SignaturePermits queue) {
    AssertionAlgorithm algorithm = assertion.algorithm();
    Optional<PublicKey> known = keys.find(assertion.kid(), algorithm);
    PublicKey key =
        known.orElseGet(() -> strangers.computeIfAbsent(algorithm, AssertionAlgorithm::stranger));
    CompactJws jws = assertion.jws();
    boolean signed = queue.run(() -> algorithm.verifies(key, jws.signingInput(), jws.signature()));
    return signed && known.isPresent();
  }

  private void requireFirstUse(Client client, AssertionClaims claims) {
    Named assertion = Named.of(client, claims.jti());
    try {
      if (!firstUse.test(new Use(assertion, claims.expiresAt().plus(MARGIN), clock.instant()))) {
        throw new TokenRefusedException(Reason.USED);
      }
    } catch (IamException e) {
      // A client that waits too long for another use of the same assertion may retry.
      throw e.code() == ErrorCode.CONFLICT ? IamException.dependencyUnavailable(e) : e;
    }
  }
}

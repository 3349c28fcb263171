package io.iamplane.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.key.VerifyingKeys;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import io.iamplane.token.TokenRefusedException.Reason;
import jakarta.inject.Singleton;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Checks bearer tokens of this API: ES256 by one of our keys, type at+jwt, issuer, audience and
 * times (RFC 9068, section 4). SmallRye JWT verifies what was screened, and what may have changed
 * meanwhile is checked again. A token that passed is remembered until it expires. Methods with
 * {@code Any} in their name take an application's own tokens of people, too; no other method does.
 */
@Singleton
public class TokenVerifier {

  private static final Logger LOG = Logger.getLogger(TokenVerifier.class);

  /** Verified tokens that are kept in memory, about 1 KB each. */
  private static final int CACHED_TOKENS = 50_000;

  private final VerifyingKeys keys;
  private final Issuer issuer;
  private final Audience audience;
  private final Clock clock;
  private final JwtVerification verification;
  private final JwtVerification anyVerification;
  private final VerifiedTokenCache cache;
  private final SignaturePermits turns = new SignaturePermits();
  private final SignaturePermits suspects = SignaturePermits.ofSuspects();
  private final SignaturePermits examined = SignaturePermits.ofExamined();

  TokenVerifier(VerifyingKeys keys, Issuer issuer, Audience audience, Clock clock) {
    this.keys = keys;
    this.issuer = issuer;
    this.audience = audience;
    this.clock = clock;
    this.verification = JwtVerification.ofApi(issuer, audience);
    this.anyVerification = JwtVerification.ofAny(issuer);
    this.cache = new VerifiedTokenCache(CACHED_TOKENS, clock);
  }

  /**
   * Finds a token that was verified before, has not expired, and has a key that was not revoked
   * since. Costs one SHA-256 and two lookups in memory: made for the event loop.
   */
  public Optional<VerifiedToken> cached(RawToken token) {
    return cachedAny(token).filter(known -> isForApi(known.audience()));
  }

  /** The same, for an endpoint that takes applications' own tokens, too. */
  public Optional<VerifiedToken> cachedAny(RawToken token) {
    return token.text().length() > CompactJws.MAX_OWN
        ? Optional.empty()
        : cache.get(TokenDigest.of(token)).filter(known -> keys.accepts(known.kid()));
  }

  /**
   * Checks everything but the signature. Reads nothing and waits for nothing, so that a foreign
   * text costs neither a thread nor a permit: made for the event loop.
   *
   * @throws IamException UNAUTHORIZED, caused by a {@link TokenRefusedException};
   *     DEPENDENCY_UNAVAILABLE instead while the keys are not known, since then nothing is certain
   */
  public UnverifiedToken screen(RawToken raw) {
    return screen(raw, false);
  }

  /** The same, for an endpoint that takes applications' own tokens, too. */
  public UnverifiedToken screenAny(RawToken raw) {
    return screen(raw, true);
  }

  private UnverifiedToken screen(RawToken raw, boolean any) {
    return refusing(() -> {
      CompactJws token = CompactJws.own(raw.text(), AccessTokens.TYPE);
      if (keys.isUnknown(token.kid())) {
        throw new TokenRefusedException(Reason.UNKNOWN_KEY);
      }
      try {
        TokenClaims claims =
            TokenClaims.read(token.payload())
                .orElseThrow(() -> new TokenRefusedException(Reason.CLAIMS));
        requireForUs(claims, any);
        requireNow(claims.times());
        return new UnverifiedToken(raw, token.kid(), claims);
      } catch (TokenRefusedException e) {
        if (keys.isFresh()) {
          throw e;
        }
        throw IamException.dependencyUnavailable(
            new IllegalStateException("the signing keys are not up to date"));
      }
    });
  }

  /**
   * Verifies a token, in about 0.7 ms if it is new. May wait for a permit and may read the
   * database: off the event loop only.
   *
   * @throws IamException UNAUTHORIZED, caused by a {@link TokenRefusedException}; or
   *     DEPENDENCY_UNAVAILABLE if its key could not be looked up, or no permit came free in time
   */
  public VerifiedToken verify(RawToken token) {
    return cached(token).orElseGet(() -> verify(screen(token), turns));
  }

  /** The same for one that was screened; it may have been verified before. */
  public VerifiedToken verify(UnverifiedToken token) {
    return cachedAny(token.raw()).orElseGet(() -> verify(token, turns));
  }

  /**
   * The same for one from an address that failed too often, in a small queue of its own; throws
   * TOO_MANY_REQUESTS when that is full or slow.
   */
  public VerifiedToken verifySuspect(UnverifiedToken token) {
    return cachedAny(token.raw()).orElseGet(() -> verify(token, suspects));
  }

  /**
   * Verifies a token for introspection: like {@link #verify}, in a separate queue, so that tokens
   * of strangers passed on by a client delay no bearer. Off the event loop only.
   *
   * @return empty if it is no valid token now; DEPENDENCY_UNAVAILABLE is thrown if that is not
   *     certain
   */
  public Optional<VerifiedToken> examine(RawToken token) {
    return examineAny(token).filter(known -> isForApi(known.audience()));
  }

  /** The same, with applications' own tokens. */
  public Optional<VerifiedToken> examineAny(RawToken token) {
    try {
      Optional<VerifiedToken> known = cachedAny(token);
      return known.isPresent() ? known : Optional.of(verify(screenAny(token), examined));
    } catch (IamException e) {
      if (e.code() == ErrorCode.UNAUTHORIZED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns true for a text in the form of a token of ours whose time is over, whatever its
   * signature: it opens nothing.
   */
  public boolean isExpired(RawToken token) {
    try {
      screenAny(token);
      return false;
    } catch (IamException e) {
      return e.getCause() instanceof TokenRefusedException refused
          && refused.reason() == Reason.EXPIRED;
    }
  }

  /**
   * Remembers a token that this process signed just now, as if it had verified it: the signature is
   * its own. So a client behind an address that is flooded with forged tokens gets in by a new one.
   */
  public void issued(Secret token) {
    RawToken raw = new RawToken(token.reveal());
    try {
      UnverifiedToken own = screenAny(raw);
      cache.put(TokenDigest.of(raw), new VerifiedToken(own.claims(), own.kid()));
    } catch (IamException e) {
      LOG.debugf(
          "could not cache an issued token (%s); it will be verified when used", e.getMessage());
    }
  }

  private VerifiedToken verify(UnverifiedToken token, SignaturePermits queue) {
    return refusing(() -> {
      String kid = token.kid();
      ECPublicKey key =
          keys.find(kid).orElseThrow(() -> new TokenRefusedException(Reason.UNKNOWN_KEY));
      JwtVerification right = isForApi(token.claims().audience()) ? verification : anyVerification;
      if (!queue.run(() -> right.verifies(token.raw(), key))) {
        throw new TokenRefusedException(Reason.SIGNATURE);
      }
      // It may have waited, and the key been revoked meanwhile.
      requireNow(token.claims().times());
      if (!keys.accepts(kid)) {
        throw new TokenRefusedException(Reason.UNKNOWN_KEY);
      }
      VerifiedToken verified = new VerifiedToken(token.claims(), kid);
      cache.put(TokenDigest.of(token.raw()), verified);
      return verified;
    });
  }

  private static <T> T refusing(Supplier<T> step) {
    try {
      return step.get();
    } catch (TokenRefusedException e) {
      LOG.debugf("bearer token rejected: %s", e.reason());
      // RFC 6750, section 3.1
      throw IamException.unauthorized(e).with("error", "invalid_token");
    }
  }

  private void requireForUs(TokenClaims claims, boolean any) {
    if (!issuer.value().equals(claims.issuer())) {
      throw new TokenRefusedException(Reason.ISSUER);
    }
    if (!isForApi(claims.audience()) && !(any && isForItsClient(claims))) {
      throw new TokenRefusedException(Reason.AUDIENCE);
    }
  }

  private boolean isForApi(List<String> recipients) {
    return audience.value().map(recipients::contains).orElse(false);
  }

  private static boolean isForItsClient(TokenClaims claims) {
    return claims.audience().equals(List.of(claims.clientId()))
        && claims.subject().type().equals(SubjectRef.USER);
  }

  /** The skew tolerates a replica's clock that is ahead; no token outlives its {@code exp}. */
  private void requireNow(TokenClaims.Times times) {
    Instant now = clock.instant();
    if (!now.isBefore(times.expiresAt())) {
      throw new TokenRefusedException(Reason.EXPIRED);
    }
    Instant latest = now.plus(TokenConfig.CLOCK_SKEW);
    Instant notBefore = times.notBefore();
    if (times.issuedAt().isAfter(latest) || (notBefore != null && notBefore.isAfter(latest))) {
      throw new TokenRefusedException(Reason.NOT_YET_VALID);
    }
    if (!times.issuedAt().isBefore(times.expiresAt())) {
      throw new TokenRefusedException(Reason.CLAIMS);
    }
    if (times
        .issuedAt()
        .plus(TokenConfig.MAX_LIFETIME)
        .plus(TokenConfig.CLOCK_SKEW)
        .isBefore(times.expiresAt())) {
      throw new TokenRefusedException(Reason.LIFETIME);
    }
  }

  /**
   * Tokens that were verified, until they expire. Bounded by count alone: Caffeine's own expiry
   * would need cache classes that the native image does not register, and would follow another
   * clock.
   */
  static final class VerifiedTokenCache {

    private final Cache<TokenDigest, VerifiedToken> tokens;
    private final Clock clock;

    VerifiedTokenCache(int size, Clock clock) {
      this.tokens = Caffeine.newBuilder().maximumSize(size).build();
      this.clock = clock;
    }

    Optional<VerifiedToken> get(TokenDigest digest) {
      VerifiedToken token = tokens.getIfPresent(digest);
      if (token == null) {
        return Optional.empty();
      }
      if (!clock.instant().isBefore(token.expiresAt())) {
        tokens.invalidate(digest);
        return Optional.empty();
      }
      return Optional.of(token);
    }

    void put(TokenDigest digest, VerifiedToken token) {
      tokens.put(digest, token);
    }

    /** The number of tokens, after pending evictions. */
    long size() {
      tokens.cleanUp();
      return tokens.estimatedSize();
    }
  }
}

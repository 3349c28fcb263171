package io.iamplane.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.util.Optional;

/**
 * Tokens that were verified, until they expire. Bounded by count alone: Caffeine's own expiry would
 * need cache classes that the native image does not register, and would follow another clock.
 */
final class VerifiedTokenCache {

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

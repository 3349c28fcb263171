package io.iamplane.signin;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.shared.Secret;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Secrets of this installation that were looked up without effect a moment ago: a used link or code
 * that someone tries again and again costs one read a minute. Guesses are not remembered, so that
 * they take no other's place.
 */
@Singleton
public class EndedSecrets {

  /** A database that is restored gives back what had ended, after no longer than this. */
  static final Duration LIFETIME = Duration.ofMinutes(1);

  static final int MOST = 10_000;

  /** Bounded by count alone: expiry would need node classes that no native image registers. */
  private final Cache<Key, Long> until = Caffeine.newBuilder().maximumSize(MOST).build();

  private final RandomSecrets secrets;
  private final Ticker ticker;

  EndedSecrets(RandomSecrets secrets, Ticker ticker) {
    this.secrets = secrets;
    this.ticker = ticker;
  }

  private record Key(SecretKind kind, ByteBuffer hash) {}

  /**
   * Looks a secret up by its hash, unless it is known to have ended. An empty result is remembered,
   * so that it must be final.
   */
  public <T> Optional<T> find(SecretKind kind, Secret secret, Function<byte[], Optional<T>> read) {
    byte[] hash = RandomSecrets.hash(secret);
    Key key = new Key(kind, ByteBuffer.wrap(hash));
    if (hasEnded(key)) {
      return Optional.empty();
    }
    Optional<T> found = read.apply(hash);
    if (found.isEmpty() && secrets.isMarked(kind, secret)) {
      until.put(key, ticker.nanos() + LIFETIME.toNanos());
    }
    return found;
  }

  /** Returns true for a guess, and for what is known to have ended. */
  public boolean opensNothing(SecretKind kind, Secret secret) {
    return !secrets.isMarked(kind, secret) || isKnown(kind, secret);
  }

  /** Returns true for what is known to have ended. */
  boolean isKnown(SecretKind kind, Secret secret) {
    return hasEnded(new Key(kind, ByteBuffer.wrap(RandomSecrets.hash(secret))));
  }

  private boolean hasEnded(Key key) {
    Long known = until.getIfPresent(key);
    return known != null && ticker.nanos() - known < 0;
  }
}

package io.iamplane.token.oauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.client.AuthenticatedClient;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;

/**
 * Secrets that proved right within the last second, by their digests: who asks five thousand times
 * a second asks the database once. What ends a credential is known to every replica within a second
 * as well, so that none is good for longer because of this.
 */
@Singleton
class ProvedSecrets {

  static final Duration LIFETIME = Duration.ofSeconds(1);

  private static final int MOST = 10_000;

  /** Bounded by count alone: expiry would need node classes that no native image registers. */
  private final Cache<ByteBuffer, Proved> proved = Caffeine.newBuilder().maximumSize(MOST).build();

  private final Ticker ticker;

  ProvedSecrets(Ticker ticker) {
    this.ticker = ticker;
  }

  private record Proved(AuthenticatedClient client, long until) {}

  /** The client whose secret it was a moment ago. */
  Optional<AuthenticatedClient> find(ClientSecret secret) {
    Proved known = proved.getIfPresent(digest(secret));
    return known == null || ticker.nanos() - known.until() >= 0
        ? Optional.empty()
        : Optional.of(known.client());
  }

  /** Remembers one that proved right just now. */
  AuthenticatedClient remember(ClientSecret secret, AuthenticatedClient client) {
    proved.put(digest(secret), new Proved(client, ticker.nanos() + LIFETIME.toNanos()));
    return client;
  }

  /** Names hold no zero byte, so that no other pair has the same bytes. */
  private static ByteBuffer digest(ClientSecret secret) {
    MessageDigest digest = Hashes.sha256();
    digest.update(secret.clientId().getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    digest.update(secret.secret().reveal().getBytes(StandardCharsets.UTF_8));
    return ByteBuffer.wrap(digest.digest());
  }
}

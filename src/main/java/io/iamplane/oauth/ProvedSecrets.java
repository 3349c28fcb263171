package io.iamplane.oauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.change.PolicyChangeListener;
import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;

/**
 * Secrets that were proved right within the last second, by their digests: a client with a thousand
 * requests a second reads the database once. A change that this process commits in the client's
 * organization ends them at once. Another replica's change ends them within the second, the time in
 * which a revocation takes effect everywhere; a token made meanwhile bears the policy version at
 * which the secret was right, so that the change ends this token too.
 */
@Singleton
class ProvedSecrets implements PolicyChangeListener {

  static final Duration LIFETIME = Duration.ofSeconds(1);

  private static final int MOST = 10_000;
  private static final int PARTS = 4_096;

  /** Bounded by count alone: expiry would need node classes that no native image registers. */
  private final Cache<ByteBuffer, Proved> proved = Caffeine.newBuilder().maximumSize(MOST).build();

  private final AtomicLong changes = new AtomicLong();

  /** The last change of each part of the organizations. */
  private final AtomicLongArray last = new AtomicLongArray(PARTS);

  private final Ticker ticker;

  ProvedSecrets(Ticker ticker) {
    this.ticker = ticker;
  }

  /** A secret that was right, and the last change before the database was asked. */
  private record Proved(AuthenticatedClient client, long change, long until) {}

  /** The client of the secret, from memory or proved now by a read of the database. */
  AuthenticatedClient client(ClientSecret secret, Supplier<AuthenticatedClient> proof) {
    ByteBuffer digest = digest(secret);
    Proved known = proved.getIfPresent(digest);
    if (known != null && stands(known)) {
      return known.client();
    }
    long change = changes.get();
    long until = ticker.nanos() + LIFETIME.toNanos();
    AuthenticatedClient client = proof.get();
    proved.put(digest, new Proved(client, change, until));
    return client;
  }

  @Override
  public void committed(OrganizationId organization, long version, List<PolicyChange> made) {
    long change = changes.incrementAndGet();
    last.accumulateAndGet(part(organization), change, Math::max);
  }

  private boolean stands(Proved known) {
    return ticker.nanos() - known.until() < 0
        && last.get(part(known.client().client().organization())) <= known.change();
  }

  private static int part(OrganizationId organization) {
    int hash = organization.hashCode();
    return (hash ^ hash >>> 16) & PARTS - 1;
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

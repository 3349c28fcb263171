package io.iamplane.directory.user;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Organizations with a recently refused new user, because external id or address was another
 * user's. A refusal at the moment of the combined write costs all changes of the same commit a
 * second try; after one refusal, another is likely, for example from a job that imports existing
 * users.
 */
@Singleton
class RecentRefusals {

  private static final int MOST = 1_000;

  static final Duration MEMORY = Duration.ofSeconds(10);

  private final Cache<OrganizationId, Long> refused =
      Caffeine.newBuilder().maximumSize(MOST).build();
  private final Ticker ticker;

  RecentRefusals(Ticker ticker) {
    this.ticker = ticker;
  }

  void add(OrganizationId organization) {
    refused.put(organization, ticker.nanos());
  }

  boolean in(OrganizationId organization) {
    Long last = refused.getIfPresent(organization);
    return last != null && ticker.nanos() - last < MEMORY.toNanos();
  }
}

package io.iamplane.directory.user;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Where a new user was refused a short time ago, because external id or address was another user's.
 * A change that is refused only when the changes that commit with it are written costs them all a
 * second try; who is refused once is likely to be refused again, such as a job that brings what is
 * there already.
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

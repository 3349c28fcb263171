package io.iamplane.decision.work;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The steps that each tenant may take a second on this replica, before all its requests need turns:
 * many cheap requests are as expensive as a few expensive ones. A second's worth may come at once.
 */
final class StepShares {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** The number of tenants beyond which tenants without debt are forgotten. */
  private static final int MANY = 10_000;

  private final Ticker ticker;
  private final long nanosPerStep;

  /** The time at which a tenant's share will have covered its steps. */
  private final Map<OrganizationId, AtomicLong> covered = new ConcurrentHashMap<>();

  /** Takes the steps a second for each tenant, up to a billion. */
  StepShares(Ticker ticker, long perSecond) {
    this.ticker = ticker;
    this.nanosPerStep = SECOND / perSecond;
  }

  void spend(OrganizationId organization, long steps) {
    long now = ticker.nanos();
    if (covered.size() > MANY) {
      covered.values().removeIf(until -> until.get() - now <= 0);
    }
    covered
        .computeIfAbsent(organization, _ -> new AtomicLong(now))
        .updateAndGet(until -> (until - now > 0 ? until : now) + steps * nanosPerStep);
  }

  boolean isOver(OrganizationId organization) {
    AtomicLong until = covered.get(organization);
    return until != null && until.get() - ticker.nanos() > SECOND;
  }
}

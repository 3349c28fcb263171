package io.iamplane.change;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.audit.chain.ChainHead;
import io.iamplane.change.TenantChanges.Unsealed;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The expected state of tenants after the changes of this process, including changes not yet
 * committed. A change may start from it before the database has answered; the database confirms
 * that state together with the lock, before anything is written or answered.
 */
@Singleton
class ExpectedTenants {

  private static final int MOST = 1_000;

  /**
   * A tenant that is written less often gains little, and another process may have written in
   * between.
   */
  static final Duration LIFE = Duration.ofSeconds(1);

  /**
   * Expectations cost more than they save while another process writes, too: a change with a wrong
   * expectation is done twice. The time doubles with each wrong one.
   */
  static final Duration LEAST_DOUBT = Duration.ofSeconds(10);

  static final Duration MOST_DOUBT = Duration.ofMinutes(10);

  private final Cache<OrganizationId, Known> tenants =
      Caffeine.newBuilder().maximumSize(MOST).build();
  private final Cache<OrganizationId, Doubt> doubts =
      Caffeine.newBuilder().maximumSize(MOST).build();
  private final Ticker ticker;

  ExpectedTenants(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * An expected state of a tenant.
   *
   * @param policy the last policy that a reader kept; null if absent
   * @param since {@code changes} is complete from this version on
   * @param changes the latest changes, which memory or the database may not have yet
   * @param isOver true if this process knows that the tenant's state may differ
   */
  record Expected(
      long version,
      ChainHead head,
      @Nullable Object policy,
      long since,
      List<Unsealed> changes,
      AtomicBoolean isOver) {

    static Expected of(
        long version, ChainHead head, @Nullable Object policy, long since, List<Unsealed> changes) {
      return new Expected(version, head, policy, since, changes, new AtomicBoolean());
    }

    /** Compares by identity: two expectations may have equal values. */
    private boolean is(Expected other) {
      return isOver.equals(other.isOver);
    }

    /** The same once memory and the database have all of it. */
    private Expected settled() {
      return of(version, head, null, version, List.of());
    }
  }

  /**
   * An expectation and its age.
   *
   * @param committed the time of its commit; null before that
   */
  private record Known(Expected expected, @Nullable Long committed) {}

  private record Doubt(long since, Duration length) {}

  /** Empty when nothing is known any more, or was wrong a short time ago. */
  Optional<Expected> of(OrganizationId organization) {
    Known known = tenants.getIfPresent(organization);
    return known == null || isOld(known) || isDoubted(doubts.getIfPresent(organization))
        ? Optional.empty()
        : Optional.of(known.expected());
  }

  /** The changes that lead there are about to be written. */
  void expect(OrganizationId organization, Expected expected) {
    tenants.put(organization, new Known(expected, null));
  }

  /** They are committed, and known in memory. */
  void committed(OrganizationId organization, Expected expected) {
    replace(organization, expected, new Known(expected.settled(), ticker.nanos()));
  }

  /** Drops an expectation whose changes failed or have an unknown outcome. */
  void failed(OrganizationId organization, Expected expected) {
    expected.isOver().set(true);
    replace(organization, expected, null);
  }

  /** The tenant moves on in a way that is not followed here. */
  void forget(OrganizationId organization) {
    Known known = tenants.asMap().remove(organization);
    if (known != null) {
      known.expected().isOver().set(true);
    }
  }

  /** The tenant does not stand there. Unless it is known why, another process writes as well. */
  void refuted(OrganizationId organization, Expected expected) {
    replace(organization, expected, null);
    if (!expected.isOver().get()) {
      doubts
          .asMap()
          .compute(
              organization,
              (_, doubt) -> new Doubt(ticker.nanos(), doubt == null ? LEAST_DOUBT : next(doubt)));
    }
  }

  private void replace(OrganizationId organization, Expected expected, @Nullable Known next) {
    tenants
        .asMap()
        .computeIfPresent(organization, (_, known) -> known.expected().is(expected) ? next : known);
  }

  private Duration next(Doubt doubt) {
    Duration twice = doubt.length().multipliedBy(2);
    if (hasPassed(doubt.since(), twice)) {
      return LEAST_DOUBT;
    }
    return twice.compareTo(MOST_DOUBT) > 0 ? MOST_DOUBT : twice;
  }

  private boolean isOld(Known known) {
    return known.committed() != null && hasPassed(known.committed(), LIFE);
  }

  private boolean isDoubted(@Nullable Doubt doubt) {
    return doubt != null && !hasPassed(doubt.since(), doubt.length());
  }

  private boolean hasPassed(long since, Duration time) {
    return ticker.nanos() - since >= time.toNanos();
  }
}

package io.iamplane.change;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.chain.ChainHead;
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
   * expectation is done twice.
   */
  static final Duration DOUBT = Duration.ofSeconds(10);

  private final Cache<OrganizationId, Known> tenants =
      Caffeine.newBuilder().maximumSize(MOST).build();
  private final Cache<OrganizationId, Long> doubts =
      Caffeine.newBuilder().maximumSize(MOST).build();
  private final Cache<OrganizationId, Long> locks = Caffeine.newBuilder().maximumSize(MOST).build();
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

  /** An expectation and the time of its commit; null before that. */
  private record Known(Expected expected, @Nullable Long committed) {}

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

  /** A change that locked the tenant has left it there, and is committed; others may have, too. */
  void know(TenantChanges tenant) {
    ChainHead head = tenant.head();
    if (head != null) {
      Expected left = Expected.of(tenant.version(), head, null, tenant.version(), List.of());
      tenants
          .asMap()
          .merge(
              tenant.organization(),
              new Known(left, ticker.nanos()),
              (known, next) -> known.expected().head().seq() < head.seq() ? next : known);
    }
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

  /** Counts the locks of a tenant by transactions of this process. */
  long locks(OrganizationId organization) {
    Long count = locks.getIfPresent(organization);
    return count == null ? 0 : count;
  }

  /** A transaction of this process has locked the tenant, and moves it on. */
  void locked(OrganizationId organization) {
    locks.asMap().merge(organization, 1L, Long::sum);
    forget(organization);
  }

  /** The tenant moves on in a way that is not followed here. */
  void forget(OrganizationId organization) {
    Known known = tenants.asMap().remove(organization);
    if (known != null) {
      known.expected().isOver().set(true);
    }
  }

  /**
   * The tenant does not stand there. Unless it is known why, another process writes as well.
   *
   * @param locksBefore the number of {@link #locks} when the expectation was taken up
   */
  void refuted(OrganizationId organization, Expected expected, long locksBefore) {
    replace(organization, expected, null);
    // With changes in it, a batch of this process may just have come to nothing.
    boolean isKnownWhy =
        expected.isOver().get()
            || !expected.changes().isEmpty()
            || locks(organization) != locksBefore;
    if (!isKnownWhy) {
      doubts.put(organization, ticker.nanos());
    }
  }

  private void replace(OrganizationId organization, Expected expected, @Nullable Known next) {
    tenants
        .asMap()
        .computeIfPresent(organization, (_, known) -> known.expected().is(expected) ? next : known);
  }

  private boolean isOld(Known known) {
    return known.committed() != null && hasPassed(known.committed(), LIFE);
  }

  private boolean isDoubted(@Nullable Long since) {
    return since != null && !hasPassed(since, DOUBT);
  }

  private boolean hasPassed(long since, Duration time) {
    return ticker.nanos() - since >= time.toNanos();
  }
}

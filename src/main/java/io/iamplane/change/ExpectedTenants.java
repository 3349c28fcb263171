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
 * Where tenants stand, as far as the changes of this process left them or are about to. A change
 * may start from it before the database has answered; that the tenant does stand there is confirmed
 * together with the lock, before anything is written or answered.
 */
@Singleton
class ExpectedTenants {

  private static final int MOST = 1_000;

  /** Who writes less often may find that another process wrote in between, and gains little. */
  static final Duration LIFE = Duration.ofSeconds(1);

  /**
   * Where another process writes, too, expecting costs more than it saves: a change whose
   * expectation is wrong is done twice. The time doubles with each that follows.
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
   * Where a tenant is expected to stand.
   *
   * @param policy what a reader of the policy kept last; null when it kept nothing
   * @param since the version from which on {@code changes} has all
   * @param changes those that led there last, which memory or the database may not have yet
   * @param isOver whether it is known here that the tenant may stand elsewhere
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

    /** Whether both are the same one: another one may say the same. */
    private boolean is(Expected other) {
      return isOver.equals(other.isOver);
    }

    /** The same once memory and the database have all of it. */
    private Expected settled() {
      return of(version, head, null, version, List.of());
    }
  }

  /**
   * What is known of a tenant.
   *
   * @param committed the moment since which it is only that; null while it is on its way
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

  /** They came to nothing, or what became of them is unknown. */
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

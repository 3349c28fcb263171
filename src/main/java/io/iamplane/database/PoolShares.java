package io.iamplane.database;

import io.agroal.api.AgroalDataSource;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WriteOutcome;
import io.iamplane.shared.wire.CurrentCaller;
import io.quarkus.arc.Arc;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Divides the pool among callers, before a connection is taken. One tenant's requests hold a
 * quarter at most. Five eighths are for the requests of all tenants and for groups of reads, which
 * have one of sixteen. A quarter is for requests without a token, which fetch one, and for groups
 * of writes, which have one of sixteen as well: on one connection reads would wait for commits.
 * Work outside of requests (jobs, the queue worker, loads) is bounded by itself and finds the rest:
 * two of sixteen; long reads hold one of them at most.
 */
@Singleton
public class PoolShares {

  private static final String TENANTS = "tenants";
  private static final String ANONYMOUS = "anonymous";

  /**
   * The divisor for further waiting places of requests without a token, and again for the part of
   * one network: many clients may stand behind one address, and ask for tokens at the same moment.
   */
  private static final int PART_OF_ROOM = 2;

  /** The part of the pool that one tenant's requests may hold, in percent. */
  private static final int TENANT_PERCENT = 25;

  private static final Duration DEADLINE = Duration.ofSeconds(2);

  /** The longest wait for a connection of groups: each request has its own share besides. */
  private static final Duration GROUP_DEADLINE = Duration.ofMillis(250);

  /** A smaller pool has no connections for groups: each request asks on its own share. */
  private static final int LEAST_WITH_GROUPS = 8;

  private static final String OF_TENANT =
      "Too many requests from your organization are using the database. Try again later.";
  private static final String OF_ANONYMOUS =
      "Too many requests without a token are using the database. Try again later.";

  private final CurrentCaller caller;
  private final FairPermits<OrganizationId> ofTenant;
  private final FairPermits<String> ofTenants;
  private final FairPermits<String> ofAnonymous;
  private final @Nullable Semaphore ofReads;
  private final @Nullable Semaphore ofWrites;

  /** First come, first served, so that two jobs that read many chains go on by turns. */
  private final ReentrantLock longReading = new ReentrantLock(true);

  /** Work that holds a share may need a second connection, for which it must not wait. */
  private final ThreadLocal<Boolean> holding = ThreadLocal.withInitial(() -> false);

  PoolShares(CurrentCaller caller, PoolConfig config, AgroalDataSource pool, WaitingRoom room) {
    int size = pool.getConfiguration().connectionPoolConfiguration().maxSize();
    this.caller = caller;
    this.ofTenant = new FairPermits<>(part(size * TENANT_PERCENT, 100), DEADLINE, room);
    Division division = Division.of(size);
    this.ofReads = division.reads() == 0 ? null : new Semaphore(division.reads(), true);
    this.ofWrites = division.writes() == 0 ? ofReads : new Semaphore(division.writes(), true);
    this.ofTenants = new FairPermits<>(division.tenants(), DEADLINE, room);
    int places = part(config.waiting(), PART_OF_ROOM);
    this.ofAnonymous =
        new FairPermits<>(
            division.anonymous(), DEADLINE, new WaitingRoom(part(places, PART_OF_ROOM), places));
  }

  /** A kind of question that many requests ask together. */
  enum Group {
    READS,
    WRITES
  }

  /**
   * The connections of requests. Groups of writes share that of reads in a pool where requests
   * without a token would else have one connection.
   */
  record Division(int tenants, int anonymous, int reads, int writes) {

    static Division of(int size) {
      int groups = size < LEAST_WITH_GROUPS ? 0 : part(size, 16);
      int anonymous = part(size, 4);
      int writes = anonymous - groups < 2 ? 0 : groups;
      return new Division(part(size * 5, 8) - groups, anonymous - writes, groups, writes);
    }
  }

  /** A part of the pool that is held until it is closed, by the thread that took it. */
  @FunctionalInterface
  interface Share extends AutoCloseable {

    Share FREE = () -> {};

    @Override
    void close();
  }

  /**
   * Waits for the present request's share.
   *
   * @throws IamException TOO_MANY_REQUESTS when none came free in time, or too many wait
   */
  Share enter() {
    if (holding.get() || isBackground()) {
      return Share.FREE;
    }
    return held(caller.isPresent() ? ofTenant(caller.get()) : ofAnonymous());
  }

  /**
   * Waits a moment for a connection of groups: the share of one request may be used up, and others
   * of many networks wait with it. Null if the pool has no such connection, or it does not come
   * free.
   */
  @Nullable Share enterGroup(Group group) {
    if (holding.get()) {
      return Share.FREE;
    }
    Semaphore free = group == Group.WRITES ? ofWrites : ofReads;
    return free != null && WaitingRoom.isGranted(free, GROUP_DEADLINE) ? held(free::release) : null;
  }

  /** The network of the present request; empty outside of one. */
  String network() {
    return isBackground() ? "" : caller.network();
  }

  private Share held(Share share) {
    holding.set(true);
    return () -> {
      holding.remove();
      share.close();
    };
  }

  /**
   * Waits without limit until no other job has a long read: without a connection for the writer of
   * the decision log, decisions end in denials. A request has its tenant's share instead.
   */
  Share enterLongReading() {
    if (!isBackground()) {
      return Share.FREE;
    }
    longReading.lock();
    return longReading::unlock;
  }

  /**
   * Returns true for work without a request. The framework's scheduler also opens a request context
   * for its jobs, without a sender.
   */
  private boolean isBackground() {
    return !Arc.container().requestContext().isActive()
        || (!caller.isPresent() && caller.network().isEmpty());
  }

  private Share ofTenant(Caller asking) {
    OrganizationId tenant = asking.organization();
    require(ofTenant.take(tenant, asking.subject(), tenant), OF_TENANT);
    FairPermits.Answer answer = ofTenants.take(TENANTS, tenant, tenant);
    if (answer != FairPermits.Answer.GRANTED) {
      ofTenant.giveBack(tenant);
    }
    require(answer, OF_TENANT);
    return () -> {
      ofTenants.giveBack(TENANTS);
      ofTenant.giveBack(tenant);
    };
  }

  private Share ofAnonymous() {
    // The client is not known yet, but its network is.
    String network = caller.network();
    require(ofAnonymous.take(ANONYMOUS, network, network), OF_ANONYMOUS);
    return () -> ofAnonymous.giveBack(ANONYMOUS);
  }

  private static void require(FairPermits.Answer answer, String refusal) {
    if (answer != FairPermits.Answer.GRANTED) {
      throw tooMany(refusal);
    }
  }

  static IamException tooMany(String refusal) {
    return IamException.tooMany(refusal, 1).with("outcome", WriteOutcome.NOT_APPLIED.wire());
  }

  private static int part(int numerator, int denominator) {
    return Math.max(1, numerator / denominator);
  }
}

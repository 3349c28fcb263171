package io.iamplane.decision.log;

import static java.util.stream.Collectors.toSet;

import io.iamplane.shared.OrganizationId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Divides the log's room among tenants, and a tenant's among its clients, by dynamic thresholds (A.
 * K. Choudhury and E. L. Hahne, "Dynamic queue length thresholds for shared-memory packet
 * switches", 1998): each may hold as much as is still free. A client that sends alone takes a third
 * of the room, several take equal parts, and some room always stays free for the next one. Takes no
 * lock.
 */
final class LogShares {

  /** One part of so many is kept for the control plane's decisions about its own callers. */
  private static final int RESERVE = 8;

  /** One tenant takes one part of so many from the reserve at most. */
  private static final int RESERVE_PER_TENANT = 32;

  /** One request takes one part of so many at most, or so many bytes of an empty small buffer. */
  private static final int LARGEST_PART = 4;

  private static final long LARGEST_OF_SMALL = 16_777_216;

  /** From so many on those that hold nothing are forgotten. */
  private static final int REMEMBERED = 10_000;

  private final long capacity;
  private final long open;
  private final long largest;
  private final AtomicLong held = new AtomicLong();
  private final Map<OrganizationId, Tenant> tenants = new ConcurrentHashMap<>();
  private final Map<Client, Share> clients = new ConcurrentHashMap<>();

  private record Client(OrganizationId organization, @Nullable String id) {}

  /** The bytes that all clients of a tenant hold, and those of them that are from the reserve. */
  private record Tenant(AtomicLong held, AtomicLong reserved) {

    Tenant() {
      this(new AtomicLong(), new AtomicLong());
    }
  }

  LogShares(long capacity) {
    this.capacity = capacity;
    this.open = capacity - capacity / RESERVE;
    this.largest = Math.max(capacity / LARGEST_PART, LARGEST_OF_SMALL);
  }

  /** The share of a client inside its tenant. */
  final class Share {

    private final Tenant tenant;
    private final AtomicLong own = new AtomicLong();

    /** One request at a time looks for room; the others of the client wait behind it, in order. */
    private final Semaphore turn = new Semaphore(1, true);

    private final AtomicInteger waiting = new AtomicInteger();

    private Share(Tenant tenant) {
      this.tenant = tenant;
    }

    /** Takes room, in bytes; false, and nothing is taken, when there is not enough. */
    boolean take(long bytes) {
      if (bytes > largest) {
        return false;
      }
      if (fits(add(bytes), bytes)) {
        return true;
      }
      giveBack(bytes);
      return false;
    }

    /** Takes room from the control plane's reserve; false, and nothing is taken, without enough. */
    boolean takeReserved(long bytes) {
      long ofTenant = tenant.reserved().addAndGet(bytes);
      long ofAll = add(bytes);
      if (ofTenant <= capacity / RESERVE_PER_TENANT && ofAll <= capacity) {
        return true;
      }
      giveBackReserved(bytes);
      return false;
    }

    /** Takes room even if none is free, for a request that was admitted already. */
    void takeAnyway(long bytes) {
      add(bytes);
    }

    void giveBack(long bytes) {
      add(-bytes);
    }

    void giveBackReserved(long bytes) {
      tenant.reserved().addAndGet(-bytes);
      add(-bytes);
    }

    Semaphore turn() {
      return turn;
    }

    /** The number of the client's requests that wait for room. */
    AtomicInteger waiting() {
      return waiting;
    }

    private long add(long bytes) {
      own.addAndGet(bytes);
      tenant.held().addAndGet(bytes);
      return held.addAndGet(bytes);
    }

    /** One that holds nothing yet takes more than its threshold, so that a large request passes. */
    private boolean fits(long all, long bytes) {
      long ofTenant = tenant.held().get();
      long free = open - all - ofTenant;
      if (all == bytes) {
        return capacity > 0;
      }
      boolean tenantFits = ofTenant == bytes ? all <= open : free >= 0;
      long ofClient = own.get();
      return tenantFits && (ofClient == bytes || ofClient <= free);
    }

    private boolean isFull() {
      long little = capacity / 100;
      long free = open - held.get() - tenant.held().get() - 2 * little;
      return free < 0 || own.get() + little > free;
    }

    private boolean isIdle() {
      return own.get() == 0 && waiting.get() == 0;
    }
  }

  /** The share of a client; most often it is there, and to look takes no lock. */
  Share of(OrganizationId organization, @Nullable String client) {
    Client key = new Client(organization, client);
    Share known = clients.get(key);
    return known == null
        ? clients.computeIfAbsent(
            key, _ -> new Share(tenants.computeIfAbsent(organization, _ -> new Tenant())))
        : known;
  }

  /** Forgets some that hold nothing, when there are many. */
  void forget() {
    if (clients.size() > REMEMBERED) {
      // One that takes room at this moment keeps its share beside a new one until that is written.
      clients.values().removeIf(Share::isIdle);
      tenants
          .keySet()
          .retainAll(clients.keySet().stream().map(Client::organization).collect(toSet()));
    }
  }

  /** The bytes that one request may take at most, however much is free. */
  long largest() {
    return largest;
  }

  int tenants() {
    return tenants.size();
  }

  long held() {
    return held.get();
  }

  /** Returns true if no check of any tenant finds room. */
  boolean isFull() {
    return held.get() > open - capacity / 100;
  }

  /** Returns true if some clients hold room, and none of them finds more. */
  boolean isFullForAll() {
    Collection<Share> holders =
        clients.values().stream().filter(each -> each.own.get() > 0).toList();
    return !holders.isEmpty() && holders.stream().allMatch(Share::isFull);
  }
}

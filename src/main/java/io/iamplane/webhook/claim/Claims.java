package io.iamplane.webhook.claim;

import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.webhook.claim.QueueStore.Want;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.Receiver;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Claims due deliveries for one worker, as many of each webhook as it may have on its way, and no
 * more of an organization than leaves room for others. One thread claims; deliveries end on others.
 */
public final class Claims {

  private static final Duration RECENT = Duration.ofDays(2);

  private final QueueStore queue;
  private final WebhookReader webhooks;
  private final Transactions transactions;
  private final Clock clock;
  private final Ticker ticker;
  private final WorkerSettings settings;
  private final InFlight flight;
  private final Map<WebhookId, WebhookQueue> lanes = new ConcurrentHashMap<>();
  private final FairShare shares = new FairShare();
  private final ActiveWebhooks active;
  private boolean everywhere = true;

  public Claims(Stores stores, Time time, WorkerSettings settings, InFlight flight) {
    this.queue = stores.queue();
    this.webhooks = stores.webhooks();
    this.transactions = stores.transactions();
    this.clock = time.clock();
    this.ticker = time.ticker();
    this.settings = settings;
    this.flight = flight;
    this.active = new ActiveWebhooks(webhooks::active, ticker);
  }

  /** The clock for dates and the ticker for durations. */
  public record Time(Clock clock, Ticker ticker) {}

  public record Stores(QueueStore queue, WebhookReader webhooks, Transactions transactions) {}

  /** A claimed delivery, its receiver, and the time from which another worker may claim it. */
  public record Job(Claim claim, Receiver receiver, WebhookQueue lane, Instant until) {}

  /** There are deliveries of these webhooks of an organization, which may be new. */
  public void know(OrganizationId organization, Iterable<WebhookId> some) {
    some.forEach(webhook -> lane(webhook, organization).more());
  }

  private WebhookQueue lane(WebhookId id, OrganizationId organization) {
    return lanes.computeIfAbsent(
        id,
        _ ->
            new WebhookQueue(
                organization,
                settings.perWebhook(),
                settings.breakerPause(),
                () -> flight.open(id)));
  }

  /** Something changed: a delivery may be due that this worker does not know. */
  public void changed() {
    active.changed();
  }

  /** Returns true if this worker knows an active webhook; without one there are no messages. */
  public boolean subscribed() {
    return !active.known().isEmpty();
  }

  /** Claims due deliveries; returns an empty list if none is due or the worker is full. */
  public List<Job> next() {
    int room = settings.perWorker() - flight.size();
    if (room <= 0) {
      return List.of();
    }
    List<Want> wants =
        shares.wants(lanes, flight.ofOrganizations(), room, clock.instant(), ticker.nanos());
    if (wants.isEmpty()) {
      return List.of();
    }
    try {
      Claimed claimed = claim(wants, room);
      note(wants, claimed, room);
      return claimed.jobs();
    } catch (RuntimeException e) {
      wants.forEach(want -> giveUp(want.webhook()));
      throw e;
    }
  }

  /** A claim that was not tried was given back: it is due as it was. */
  public void givenBack(Claim claim) {
    flight.release(claim);
    WebhookQueue lane = lanes.get(claim.webhook());
    if (lane != null) {
      lane.lookAtEverything();
    }
  }

  /**
   * Releases a claim after its outcome was written, and notes the next attempt, or the next
   * delivery for the same target.
   *
   * @param nextAttemptAt null without a further attempt
   */
  public void settled(Claim claim, @Nullable Instant nextAttemptAt) {
    flight.release(claim);
    WebhookQueue lane = lanes.get(claim.webhook());
    if (lane == null) {
      return;
    }
    if (nextAttemptAt != null) {
      lane.dueAt(nextAttemptAt);
    } else if (claim.target() != null) {
      lane.more();
    }
  }

  /**
   * @param found the number of due deliveries of each webhook, usable or not
   * @param old true if a delivery from long ago was found
   */
  private record Claimed(
      List<Job> jobs, Map<WebhookId, Integer> found, Set<WebhookId> unusable, boolean old) {}

  private Claimed claim(List<Want> wants, int room) {
    Instant now = clock.instant();
    UUID recent = DeliveryId.first(now.minus(RECENT));
    UUID first = everywhere ? new UUID(0, 0) : recent;
    return transactions.call(() -> {
      List<Claim> due = queue.due(wants, first, room, now);
      Map<WebhookId, Receiver> receivers =
          due.isEmpty()
              ? Map.of()
              : webhooks.receivers(due.stream().map(Claim::webhook).distinct().toList(), now);
      Instant until = now.plus(settings.lease());
      List<Job> jobs = new ArrayList<>();
      Map<WebhookId, Integer> found = new HashMap<>();
      Set<WebhookId> unusable = new HashSet<>();
      boolean old = false;
      for (Claim claim : due) {
        found.merge(claim.webhook(), 1, Integer::sum);
        old |= claim.id().value().compareTo(recent) < 0;
        Receiver receiver = receivers.get(claim.webhook());
        if (receiver == null) {
          unusable.add(claim.webhook());
        } else if (!flight.holds(claim.id())) {
          // One that this worker holds, past its lease, is on its way or about to be written.
          WebhookQueue lane = lane(claim.webhook(), claim.organization());
          jobs.add(new Job(claim, receiver, lane, until));
        }
      }
      queue.lease(jobs.stream().map(Job::claim).toList(), flight.token(), until);
      return new Claimed(jobs, found, unusable, old);
    });
  }

  /** After a failed claim, forgets the number of due deliveries. */
  private void giveUp(WebhookId webhook) {
    WebhookQueue lane = lanes.get(webhook);
    if (lane != null) {
      lane.unused();
      lane.more();
    }
  }

  private void note(List<Want> wants, Claimed claimed, int room) {
    Instant now = clock.instant();
    List<Claim> claims = claimed.jobs().stream().map(Job::claim).toList();
    flight.claim(claims);
    Map<WebhookId, List<Claim>> ofWebhooks =
        claims.stream().collect(Collectors.groupingBy(Claim::webhook));
    int all = claimed.found().values().stream().mapToInt(Integer::intValue).sum();
    for (Want want : wants) {
      WebhookQueue lane = lanes.get(want.webhook());
      if (lane == null) {
        continue;
      }
      List<Claim> ofWebhook = ofWebhooks.getOrDefault(want.webhook(), List.of());
      int found = claimed.found().getOrDefault(want.webhook(), 0);
      if (ofWebhook.isEmpty()) {
        lane.unused();
      }
      if (claimed.unusable().contains(want.webhook())) {
        lane.rest(ticker.nanos());
      } else if (found < want.most() && all < room) {
        lane.seen(now);
      } else {
        lane.more();
        if (!ofWebhook.isEmpty()) {
          lane.seen(ofWebhook.getLast().dueAt());
        }
      }
    }
    // Where there were old ones there may be more of them.
    everywhere = claimed.old();
  }

  /**
   * Polls at intervals: reads the active webhooks, drops the ended ones, and finds all due
   * deliveries, by single statements without a transaction. Returns true if there may be work.
   */
  public boolean look() {
    boolean before = subscribed();
    if (!active.look()) {
      return false;
    }
    Map<WebhookId, OrganizationId> known = active.known();
    lanes.keySet().removeIf(id -> !known.containsKey(id) && flight.open(id) == 0);
    if (known.isEmpty()) {
      return false;
    }
    boolean found = !before;
    for (WebhookId webhook : queue.pending()) {
      OrganizationId organization = known.get(webhook);
      if (organization != null) {
        lane(webhook, organization).lookAtEverything();
        found = true;
      }
    }
    everywhere = true;
    return found;
  }
}

package io.iamplane.webhook.worker;

import io.iamplane.database.Transactions;
import io.iamplane.shared.Ticker;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.Receiver;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.worker.QueueStore.Want;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims due deliveries for one worker, as many of each webhook as it may have on its way. One
 * thread claims; deliveries end on others.
 */
final class Claims {

  private static final Duration LOOK_EVERYWHERE = Duration.ofSeconds(5);
  private static final Duration RECENT = Duration.ofDays(2);
  private static final int BURY_AT_ONCE = 500;

  private final QueueStore queue;
  private final WebhookReader webhooks;
  private final Transactions transactions;
  private final Clock clock;
  private final Ticker ticker;
  private final WorkerSettings settings;
  private final UUID token;
  private final Map<WebhookId, ReceiverLane> lanes = new ConcurrentHashMap<>();
  private final Set<DeliveryId> held = ConcurrentHashMap.newKeySet();
  private long lookEverywhereAt;
  private boolean everywhere = true;
  private int turn;

  Claims(
      QueueStore queue,
      WebhookReader webhooks,
      Transactions transactions,
      Time time,
      WorkerSettings settings,
      UUID token) {
    this.queue = queue;
    this.webhooks = webhooks;
    this.transactions = transactions;
    this.clock = time.clock();
    this.ticker = time.ticker();
    this.settings = settings;
    this.token = token;
  }

  /** What time it is, and how long something took. */
  record Time(Clock clock, Ticker ticker) {}

  /**
   * A claimed delivery and where it goes.
   *
   * @param until when another worker may claim it
   */
  record Job(Claim claim, Receiver receiver, ReceiverLane lane, Instant until) {}

  /** There are deliveries of these webhooks, which may be new. */
  void know(Set<WebhookId> some) {
    some.forEach(this::lane);
  }

  private ReceiverLane lane(WebhookId id) {
    return lanes.computeIfAbsent(
        id, _ -> new ReceiverLane(settings.perWebhook(), settings.breakerPause()));
  }

  /** Claims what is due; empty when there is nothing, or no room for it. */
  List<Job> next() {
    int room = settings.perWorker() - held.size();
    if (room <= 0) {
      return List.of();
    }
    lookEverywhereWhenItIsTime();
    List<Want> wants = wants();
    if (wants.isEmpty()) {
      return List.of();
    }
    List<Job> jobs = List.of();
    try {
      jobs = claim(wants, room);
    } finally {
      note(wants, jobs);
    }
    return jobs;
  }

  /** What came of a claim is in the database, or never will be. */
  void settled(Claim claim) {
    held.remove(claim.id());
  }

  private List<Job> claim(List<Want> wants, int room) {
    Instant now = clock.instant();
    UUID first = everywhere ? new UUID(0, 0) : DeliveryId.first(now.minus(RECENT));
    return transactions.call(() -> {
      // One that this worker still holds, past its lease, is on its way or about to be written.
      List<Claim> due =
          queue.due(wants, first, room, now).stream()
              .filter(claim -> !held.contains(claim.id()))
              .toList();
      Map<WebhookId, Receiver> receivers =
          due.isEmpty()
              ? Map.of()
              : webhooks.receivers(due.stream().map(Claim::webhook).distinct().toList(), now);
      Instant until = now.plus(settings.lease());
      List<Job> jobs = new ArrayList<>();
      for (Claim claim : due) {
        Receiver receiver = receivers.get(claim.webhook());
        if (receiver != null) {
          jobs.add(new Job(claim, receiver, lane(claim.webhook()), until));
        }
      }
      queue.lease(jobs.stream().map(Job::claim).toList(), token, until);
      return jobs;
    });
  }

  private void note(List<Want> wants, List<Job> jobs) {
    Map<WebhookId, List<Claim>> claimed = new HashMap<>();
    for (Job job : jobs) {
      held.add(job.claim().id());
      claimed.computeIfAbsent(job.claim().webhook(), _ -> new ArrayList<>()).add(job.claim());
    }
    for (Want want : wants) {
      List<Claim> ofWebhook = claimed.getOrDefault(want.webhook(), List.of());
      ReceiverLane lane = lane(want.webhook());
      lane.claimed(ofWebhook.size());
      if (!ofWebhook.isEmpty()) {
        lane.seen(ofWebhook.getLast().dueAt());
      }
    }
    everywhere = false;
  }

  /** In turns, so that the last one gets its share of the room too. */
  private List<Want> wants() {
    long ticks = ticker.nanos();
    Map<WebhookId, Want> wants = new LinkedHashMap<>();
    lanes.forEach((webhook, lane) -> {
      int most = lane.admit(ticks);
      if (most > 0) {
        wants.put(webhook, new Want(webhook, most, lane.low()));
      }
    });
    List<Want> inTurn = new ArrayList<>(wants.values());
    Collections.rotate(inTurn, turn++);
    return inTurn;
  }

  /**
   * Now and then: which webhooks there are, what became of those that are gone, and everything that
   * is due, however long.
   */
  private void lookEverywhereWhenItIsTime() {
    long started = ticker.nanos();
    if (!lanes.isEmpty() && started - lookEverywhereAt < 0) {
      return;
    }
    List<WebhookId> active = transactions.call(webhooks::active);
    lanes.entrySet().removeIf(lane -> !active.contains(lane.getKey()) && lane.getValue().idle());
    know(Set.copyOf(active));
    lanes.values().forEach(ReceiverLane::lookAtEverything);
    while (transactions.call(() -> queue.bury(BURY_AT_ONCE, clock.instant())) == BURY_AT_ONCE) {
      // More of them.
    }
    everywhere = true;
    lookEverywhereAt = ticker.nanos() + LOOK_EVERYWHERE.toNanos();
  }
}

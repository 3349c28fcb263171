package io.iamplane.webhook.worker;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.subscription.WebhookService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Writes what came of tries, many at once, and disables webhooks whose receivers are gone. */
@ApplicationScoped
class Endings {

  private static final String JOB = "webhooks";

  private final QueueStore queue;
  private final DeliveryOrderStore order;
  private final WebhookReader reader;
  private final WebhookService webhooks;
  private final Changes changes;
  private final Transactions transactions;
  private final Clock clock;

  Endings(
      QueueStore queue,
      DeliveryOrderStore order,
      WebhookReader reader,
      WebhookService webhooks,
      Changes changes,
      Transactions transactions,
      Clock clock) {
    this.queue = queue;
    this.order = order;
    this.reader = reader;
    this.webhooks = webhooks;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Writes endings of deliveries that are held under a token, in one transaction. */
  void write(List<Ending> endings, UUID token) {
    Instant now = clock.instant();
    Map<WebhookId, TreeSet<String>> targets = finishedTargets(endings);
    Set<WebhookId> well = new HashSet<>();
    Set<WebhookId> failing = new HashSet<>();
    for (Ending ending : endings) {
      (ending.delivered() ? well : failing).add(ending.claim().webhook());
    }
    failing.removeAll(well);
    transactions.run(() -> {
      order.lock(targets.keySet());
      queue.finish(endings, token);
      targets.forEach((webhook, ofWebhook) -> order.promote(webhook, ofWebhook, now));
      queue.noteHealth(well, failing, now);
    });
  }

  /** Disables webhooks that said that they are gone, or have failed for too long. */
  void disable(List<Ending> endings, Duration failingFor) {
    Map<WebhookId, OrganizationId> failed = new HashMap<>();
    Map<WebhookId, OrganizationId> gone = new HashMap<>();
    for (Ending ending : endings) {
      if (ending.gone()) {
        gone.put(ending.claim().webhook(), ending.claim().organization());
      } else if (!ending.delivered()) {
        failed.put(ending.claim().webhook(), ending.claim().organization());
      }
    }
    gone.forEach((id, organization) -> disable(organization, id, "The receiver answered 410."));
    if (!failed.isEmpty()) {
      Instant latest = clock.instant().minus(failingFor);
      Map<WebhookId, Instant> since = transactions.call(() -> reader.failingSince(failed.keySet()));
      failed.forEach((id, organization) -> {
        Instant began = since.get(id);
        if (began != null && !began.isAfter(latest)) {
          disable(organization, id, "The receiver has failed since " + began + ".");
        }
      });
    }
  }

  private void disable(OrganizationId organization, WebhookId id, String reason) {
    changes.record(
        Change.operational(
            Caller.job(organization, JOB, UuidV7.next().toString()),
            organization,
            recording -> {
              webhooks.disable(recording, id, reason);
              return id;
            }));
  }

  private static Map<WebhookId, TreeSet<String>> finishedTargets(List<Ending> endings) {
    Map<WebhookId, TreeSet<String>> targets = new HashMap<>();
    for (Ending ending : endings) {
      String target = ending.claim().target();
      if (target != null && ending.finished()) {
        targets.computeIfAbsent(ending.claim().webhook(), _ -> new TreeSet<>()).add(target);
      }
    }
    return targets;
  }
}

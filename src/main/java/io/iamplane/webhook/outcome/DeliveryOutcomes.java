package io.iamplane.webhook.outcome;

import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.subscription.WebhookService;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Writes outcomes of attempts in batches, and disables webhooks with a receiver that is gone. */
@Singleton
public class DeliveryOutcomes {

  private final OutcomeStore store;
  private final DeliveryOrderStore order;
  private final WebhookReader reader;
  private final WebhookService webhooks;
  private final Changes changes;
  private final Transactions transactions;
  private final Clock clock;

  DeliveryOutcomes(
      OutcomeStore store,
      DeliveryOrderStore order,
      WebhookReader reader,
      WebhookService webhooks,
      Changes changes,
      Transactions transactions,
      Clock clock) {
    this.store = store;
    this.order = order;
    this.reader = reader;
    this.webhooks = webhooks;
    this.changes = changes;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * Writes outcomes of deliveries that are held under a token: all unordered ones in one
   * transaction, ordered ones in a transaction for each webhook.
   *
   * @return the outcomes written; none of a webhook with an order that another transaction has
   *     locked
   */
  public List<DeliveryOutcome> write(List<DeliveryOutcome> endings, UUID token) {
    List<DeliveryOutcome> alone = new ArrayList<>();
    Map<WebhookId, List<DeliveryOutcome>> inLine = new LinkedHashMap<>();
    for (DeliveryOutcome ending : endings) {
      if (ending.claim().target() != null && ending.finished()) {
        inLine.computeIfAbsent(ending.claim().webhook(), _ -> new ArrayList<>()).add(ending);
      } else {
        alone.add(ending);
      }
    }
    Instant now = clock.instant();
    if (!alone.isEmpty()) {
      transactions.run(() -> finish(alone, token, now));
    }
    List<DeliveryOutcome> written = new ArrayList<>(alone);
    inLine.forEach((webhook, ofWebhook) -> {
      if (transactions.call(() -> finishInLine(webhook, ofWebhook, token, now))) {
        written.addAll(ofWebhook);
      }
    });
    return written;
  }

  private boolean finishInLine(
      WebhookId webhook, List<DeliveryOutcome> endings, UUID token, Instant now) {
    if (!order.tryLock(webhook)) {
      return false;
    }
    finish(endings, token, now);
    Set<String> targets = new TreeSet<>();
    endings.forEach(ending -> targets.add(String.valueOf(ending.claim().target())));
    order.promote(webhook, targets, now);
    return true;
  }

  private void finish(List<DeliveryOutcome> endings, UUID token, Instant now) {
    Set<WebhookId> well = new HashSet<>();
    Set<WebhookId> failing = new HashSet<>();
    for (DeliveryOutcome ending : endings) {
      (ending.delivered() ? well : failing).add(ending.claim().webhook());
    }
    failing.removeAll(well);
    store.finish(endings, token);
    store.noteHealth(well, failing, now);
  }

  /**
   * Disables the webhook of a failure that said that it is gone, or that has failed for long; not
   * one with another URL by now, which the failure says nothing about.
   */
  void disable(DeliveryOutcome failure, Duration failingFor) {
    WebhookId id = failure.claim().webhook();
    OrganizationId organization = failure.claim().organization();
    if (failure.gone()) {
      changes.record(
          webhooks.disabling(organization, id, failure.url(), "The receiver returned 410."));
      return;
    }
    Instant began = transactions.call(() -> reader.failingSince(Set.of(id))).get(id);
    if (began != null && !began.isAfter(clock.instant().minus(failingFor))) {
      String reason = "The receiver has been failing since " + began + ".";
      changes.record(webhooks.disabling(organization, id, failure.url(), reason));
    }
  }
}

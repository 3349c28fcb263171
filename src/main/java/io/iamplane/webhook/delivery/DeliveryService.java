package io.iamplane.webhook.delivery;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeadLetterResource.ReplayedView;
import io.iamplane.webhook.delivery.DeliveryStore.FinishedRow;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookService;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Replays finished deliveries. Each writing method runs inside the change that records it. */
@Singleton
class DeliveryService {

  /** One request holds the tenant's lock no longer than this many take. */
  private static final int MOST_AT_ONCE = 1_000;

  private static final String TARGET_TYPE = "webhook_delivery";

  private final DeliveryStore store;
  private final DeliveryReader reader;
  private final WebhookService webhooks;

  DeliveryService(DeliveryStore store, DeliveryReader reader, WebhookService webhooks) {
    this.store = store;
    this.reader = reader;
    this.webhooks = webhooks;
  }

  Delivery get(OrganizationId organization, DeliveryId id) {
    return reader.byId(organization, id).orElseThrow(IamException::notFound);
  }

  /**
   * Sends a delivery again that is finished, delivered ones too.
   *
   * @throws IamException NOT_FOUND; CONFLICT when it is on its way, its webhook is not active, or
   *     its event is kept no longer
   */
  Delivery replay(Recording recording, DeliveryId id) {
    Delivery before = get(recording.organization(), id);
    if (before.status() != DeliveryStatus.DELIVERED && before.status() != DeliveryStatus.DEAD) {
      throw IamException.conflict("The delivery is already pending.");
    }
    if (!webhooks.isActive(recording.organization(), before.webhook())) {
      throw IamException.conflict("The webhook is disabled or deleted.");
    }
    List<FinishedRow> locked =
        store.lock(
            recording,
            List.of(new FinishedRow(id, before.webhook(), before.target())),
            before.status());
    if (locked.isEmpty()) {
      throw IamException.conflict("The event has expired.");
    }
    store.replay(recording, before.webhook(), locked);
    recording.add(
        Effect.changed(
            EventType.WEBHOOK_DELIVERY_REPLAYED,
            TARGET_TYPE,
            id.toString(),
            DeliveryImage.of(before, before.status()),
            DeliveryImage.of(before, DeliveryStatus.PENDING)));
    return get(recording.organization(), id);
  }

  /** Some dead letters that can be sent again, the oldest first. */
  Found find(OrganizationId organization, DeadLetterFilter filter) {
    List<FinishedRow> rows = reader.replayable(organization, filter, MOST_AT_ONCE + 1);
    boolean more = rows.size() > MOST_AT_ONCE;
    return new Found(more ? rows.subList(0, MOST_AT_ONCE) : rows, more);
  }

  /** Dead letters to replay; {@code more} is true if further ones match. */
  record Found(List<FinishedRow> rows, boolean more) {}

  /**
   * Sends dead letters again that were found before, as far as they are dead letters of active
   * webhooks still: they were searched before any lock.
   */
  ReplayedView replayDead(Recording recording, Found found) {
    List<FinishedRow> rows = store.lock(recording, found.rows(), DeliveryStatus.DEAD);
    Map<WebhookId, List<FinishedRow>> byWebhook =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    FinishedRow::webhook, LinkedHashMap::new, Collectors.toList()));
    byWebhook.forEach((webhook, ofWebhook) -> {
      store.replay(recording, webhook, ofWebhook);
      recording.add(
          Effect.created(
              EventType.WEBHOOK_DEAD_LETTERS_REPLAYED,
              WebhookService.TARGET_TYPE,
              webhook.toString(),
              new ReplayImage(ofWebhook.size())));
    });
    return new ReplayedView(rows.size(), found.more());
  }

  /**
   * Deletes a delivery from the dead-letter queue.
   *
   * @throws IamException NOT_FOUND when it is not in it
   */
  Delivery discard(Recording recording, DeliveryId id) {
    Delivery before = get(recording.organization(), id);
    if (!store.discard(recording, id)) {
      throw IamException.notFound();
    }
    recording.add(
        Effect.removed(
            EventType.WEBHOOK_DEAD_LETTER_DISCARDED,
            TARGET_TYPE,
            id.toString(),
            DeliveryImage.of(before, before.status())));
    return before;
  }

  /** The replayed dead letters of one webhook, as an audit record shows them. */
  @RegisterForReflection
  record ReplayImage(int deadLetters) {}

  /** A delivery as an audit record shows it. */
  @RegisterForReflection
  record DeliveryImage(
      String id, String webhookId, long seq, String eventType, DeliveryStatus status) {

    static DeliveryImage of(Delivery delivery, DeliveryStatus status) {
      return new DeliveryImage(
          delivery.id().toString(),
          delivery.webhook().toString(),
          delivery.seq(),
          delivery.eventType(),
          status);
    }
  }
}

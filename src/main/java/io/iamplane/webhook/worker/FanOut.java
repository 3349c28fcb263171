package io.iamplane.webhook.worker;

import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryOrderStore;
import io.iamplane.webhook.right.OwnerRights.Verdict;
import io.iamplane.webhook.subscription.Subscriber;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookReader;
import io.iamplane.webhook.worker.FanOutStore.Due;
import io.iamplane.webhook.worker.FanOutStore.LaneRow;
import io.iamplane.webhook.worker.FanOutStore.MessageRow;
import io.iamplane.webhook.worker.FanOutStore.NewRow;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Makes a delivery of each message for each webhook that wants it, in one transaction with the note
 * that it did: no message is passed over and none is fanned out twice. One worker at a time does
 * this for an organization, in the order of the messages.
 */
@Singleton
class FanOut {

  private static final int MESSAGES = 500;

  /** The maximum number of rows of one transaction, unless a single message has more. */
  private static final int ROWS = 2_000;

  private static final int HALVINGS = 9;

  private final FanOutStore lanes;
  private final DeliveryOrderStore order;
  private final WebhookReader webhooks;
  private final SubscriberRights rights;
  private final Transactions transactions;
  private final Clock clock;
  private volatile UUID last = new UUID(0, 0);
  private volatile int failures;

  /** Enough for a policy that is in memory. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  sealed interface Step {}

  record Made(OrganizationId organization, Set<WebhookId> webhooks) implements Step {}

  /** There are messages, but the rights to them are not known for any of their organizations. */
  record Skipped() implements Step {}

  record Nothing() implements Step {}

  FanOut(
      FanOutStore lanes,
      DeliveryOrderStore order,
      WebhookReader webhooks,
      SubscriberRights rights,
      Transactions transactions,
      Clock clock) {
    this.lanes = lanes;
    this.order = order;
    this.webhooks = webhooks;
    this.rights = rights;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * Fans out some messages of one organization: fewer after a failure, and those of another
   * organization in the next step. Skips an organization with unknown rights; its messages wait.
   */
  Step step() {
    try {
      Step step = first(lanes.waiting(last));
      failures = 0;
      return step;
    } catch (RuntimeException e) {
      failures = Math.min(failures + 1, HALVINGS);
      throw e;
    }
  }

  /**
   * Notes the messages of organizations without an active webhook as done, so that they can end.
   */
  void skip() {
    lanes.skip();
  }

  private Step first(List<Due> waiting) {
    // One step waits for one organization at most, however many are not known.
    Duration patience = PATIENCE;
    for (Due due : waiting) {
      last = due.organization().value();
      Optional<Made> made = fanOut(due, patience);
      if (made.isPresent()) {
        return made.get();
      }
      patience = Duration.ZERO;
    }
    return waiting.isEmpty() ? new Nothing() : new Skipped();
  }

  private Optional<Made> fanOut(Due due, Duration patience) {
    OrganizationId organization = due.organization();
    // Judged before the transaction, so that none is open while a policy is loaded.
    return rights
        .judge(organization, webhooks.subscribers(organization), due.moment(), patience)
        .flatMap(verdict ->
            transactions.call(() ->
                lanes
                    .take(organization)
                    .flatMap(lane -> lane.through(verdict.moment().message()))
                    .flatMap(lane -> fanOut(lane, verdict))));
  }

  private Optional<Made> fanOut(LaneRow lane, Verdict verdict) {
    return SubscriberRights.entitled(verdict, webhooks.subscribers(lane.organization()))
        .map(subscribers -> fanOut(lane, subscribers));
  }

  private Made fanOut(LaneRow lane, List<Subscriber> subscribers) {
    if (subscribers.isEmpty()) {
      lanes.advance(lane, lane.head());
      return new Made(lane.organization(), Set.of());
    }
    int most = most(subscribers.size(), failures);
    List<MessageRow> messages = lanes.messages(lane, most);
    Instant now = clock.instant();
    List<NewRow> rows = rows(subscribers, messages);
    order.changing(rows, now, () -> lanes.insert(lane.organization(), rows, now));
    // Records without an event leave gaps in the numbers, at the end too.
    lanes.advance(lane, messages.size() < most ? lane.head() : messages.getLast().seq());
    return new Made(
        lane.organization(), rows.stream().map(NewRow::webhook).collect(Collectors.toSet()));
  }

  /**
   * Returns a step's number of messages: half as many after each failure, so that a message that
   * fails is alone in the end.
   */
  static int most(int subscribers, int failures) {
    return Math.max(1, Math.min(MESSAGES, ROWS / subscribers) >> failures);
  }

  private static List<NewRow> rows(List<Subscriber> subscribers, List<MessageRow> messages) {
    List<NewRow> rows = new ArrayList<>();
    for (MessageRow message : messages) {
      for (Subscriber subscriber : subscribers) {
        if (subscriber.wants(message.type(), message.subject())) {
          String target = subscriber.ordered() ? message.subject() : null;
          rows.add(new NewRow(subscriber.id(), message.seq(), message.type(), target));
        }
      }
    }
    return rows;
  }
}

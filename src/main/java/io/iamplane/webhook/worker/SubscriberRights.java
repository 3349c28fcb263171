package io.iamplane.webhook.worker;

import io.iamplane.change.Changes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.right.Authority;
import io.iamplane.webhook.right.OwnerRights;
import io.iamplane.webhook.right.OwnerRights.Entitlement;
import io.iamplane.webhook.right.OwnerRights.Moment;
import io.iamplane.webhook.right.OwnerRights.Verdict;
import io.iamplane.webhook.subscription.Subscriber;
import io.iamplane.webhook.subscription.WebhookService;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Ends a webhook with its owner's rights: before events are fanned out, subscribers with a lost
 * right are left out and disabled, which ends their deliveries.
 */
@Singleton
class SubscriberRights {

  private static final Logger LOG = Logger.getLogger(SubscriberRights.class);
  private static final String REASON =
      "The webhook's owner %s no longer holds the permissions to read its events.";

  private final OwnerRights rights;
  private final WebhookService webhooks;
  private final Changes changes;
  private final Set<OrganizationId> disabling = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  SubscriberRights(OwnerRights rights, WebhookService webhooks, Changes changes) {
    this.rights = rights;
    this.webhooks = webhooks;
    this.changes = changes;
  }

  /**
   * Judges subscribers, and disables those that lost a right.
   *
   * @param moment the point for which rights are judged, or earlier
   * @return empty if too little is known yet; ask again
   */
  Optional<Verdict> judge(
      OrganizationId organization, List<Subscriber> subscribers, Moment moment, Duration patience) {
    Set<Entitlement> asked =
        subscribers.stream()
            .flatMap(each -> each.entitlement().stream())
            .collect(Collectors.toSet());
    Verdict verdict = rights.judge(organization, asked, moment, patience);
    List<Subscriber> lost =
        subscribers.stream().filter(each -> isOf(each, verdict.lost())).toList();
    if (!lost.isEmpty()) {
      disableSoon(organization, lost);
    }
    return verdict.known() ? Optional.of(verdict) : Optional.empty();
  }

  /** Selects the entitled subscribers; empty if one was not judged. */
  static Optional<List<Subscriber>> entitled(Verdict verdict, List<Subscriber> subscribers) {
    return subscribers.stream()
            .allMatch(each -> each.entitlement().isEmpty() || isOf(each, verdict.asked()))
        ? Optional.of(subscribers.stream().filter(each -> !isOf(each, verdict.lost())).toList())
        : Optional.empty();
  }

  private static boolean isOf(Subscriber subscriber, Set<Entitlement> some) {
    return subscriber.entitlement().filter(some::contains).isPresent();
  }

  /** Beside, an organization's one after the other: such a change waits for its other changes. */
  private void disableSoon(OrganizationId organization, List<Subscriber> lost) {
    if (disabling.add(organization)) {
      threads.execute(() -> {
        try {
          lost.forEach(each -> tryToDisable(organization, each));
        } finally {
          disabling.remove(organization);
        }
      });
    }
  }

  private void tryToDisable(OrganizationId organization, Subscriber subscriber) {
    Authority owner = Objects.requireNonNull(subscriber.authority());
    try {
      changes.record(
          webhooks.disabling(
              organization, subscriber.id(), owner, REASON.formatted(owner.subject())));
    } catch (RuntimeException e) {
      // The next event leads here again.
      LOG.warnf(e, "could not disable webhook %s; will retry at the next event", subscriber.id());
    }
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }
}

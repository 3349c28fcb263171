package io.iamplane.webhook.worker;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.webhook.right.OwnerRights;
import io.iamplane.webhook.right.OwnerRights.Entitlement;
import io.iamplane.webhook.subscription.Subscriber;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookService;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * A webhook does not outlive the rights by which it was made: before events are fanned out, those
 * whose authority lost one are left out, and disabled, which ends what is on its way to them.
 */
@ApplicationScoped
class SubscriberRights {

  private static final Logger LOG = Logger.getLogger(SubscriberRights.class);
  private static final String REASON =
      "%s, by whose rights it was sent events, no longer holds the permissions to read them.";

  private final OwnerRights rights;
  private final WebhookService webhooks;
  private final Changes changes;
  private final Set<WebhookId> disabling = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  SubscriberRights(OwnerRights rights, WebhookService webhooks, Changes changes) {
    this.rights = rights;
    this.webhooks = webhooks;
    this.changes = changes;
  }

  /**
   * Those that may be sent events.
   *
   * @return empty when that is not known by now; ask again
   */
  Optional<List<Subscriber>> entitled(OrganizationId organization, List<Subscriber> subscribers) {
    Set<Entitlement> asked =
        subscribers.stream()
            .flatMap(each -> each.entitlement().stream())
            .collect(Collectors.toSet());
    return rights
        .lost(organization, asked)
        .map(lost -> {
          subscribers.stream()
              .filter(each -> isLost(each, lost))
              .forEach(each -> disableSoon(organization, each));
          return subscribers.stream().filter(each -> !isLost(each, lost)).toList();
        });
  }

  private static boolean isLost(Subscriber subscriber, Set<Entitlement> lost) {
    return subscriber.entitlement().filter(lost::contains).isPresent();
  }

  /** Beside: such a change waits for its organization's other changes. */
  private void disableSoon(OrganizationId organization, Subscriber subscriber) {
    if (disabling.add(subscriber.id())) {
      threads.execute(() -> {
        try {
          disable(organization, subscriber);
        } catch (RuntimeException e) {
          // The next event leads here again.
          LOG.warnf(e, "webhook %s could not be disabled", subscriber.id());
        } finally {
          disabling.remove(subscriber.id());
        }
      });
    }
  }

  private void disable(OrganizationId organization, Subscriber subscriber) {
    String owner =
        subscriber.entitlement().map(each -> each.authority().subject().toString()).orElse("");
    changes.record(
        Change.operational(
            Caller.job(organization, "webhooks", UuidV7.next().toString()),
            organization,
            recording -> {
              webhooks.disable(recording, subscriber.id(), REASON.formatted(owner));
              return subscriber.id();
            }));
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }
}

package io.iamplane.webhook.worker;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.claim.WorkerSettings;
import io.iamplane.webhook.subscription.CreateWebhookRequest;
import io.iamplane.webhook.subscription.IssuedWebhook;
import io.iamplane.webhook.subscription.UpdateWebhookRequest;
import io.iamplane.webhook.subscription.Webhook;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookService;
import io.iamplane.webhook.target.TenantResolvers;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tenants with webhooks, events to tell them, and workers that do. */
@Dependent
class Fleet {

  /** Everything in a moment. */
  static final WorkerSettings QUICK =
      new WorkerSettings(
          Duration.ofMillis(400),
          Duration.ofSeconds(3),
          32,
          256,
          Collections.nCopies(9, Duration.ofMillis(20)),
          Duration.ofMillis(5),
          Duration.ofDays(5));

  /**
   * The settings of {@link #QUICK} with longer limits: even on a busy machine no answer comes too
   * late, which would add an attempt.
   */
  private static final WorkerSettings CALM =
      new WorkerSettings(
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          QUICK.perWebhook(),
          QUICK.perWorker(),
          QUICK.pauses(),
          QUICK.breakerPause(),
          QUICK.disableAfter());

  private WorkerSettings settings = QUICK;
  private final TestPlatform platform;
  private final Changes changes;
  private final WebhookService webhooks;
  private final QueueWorkers factory;
  private final FanOut fanOut;
  private final List<QueueWorker> workers = new ArrayList<>();
  private final List<Organization> tenants = new ArrayList<>();

  Fleet(
      TestPlatform platform,
      Changes changes,
      WebhookService webhooks,
      QueueWorkers factory,
      FanOut fanOut) {
    this.fanOut = fanOut;
    this.platform = platform;
    this.changes = changes;
    this.webhooks = webhooks;
    this.factory = factory;
  }

  /** For tests that count tries: workers that are started from now on wait for answers. */
  void calm() {
    settings = CALM;
  }

  Organization tenant() {
    Organization tenant = platform.tenant();
    tenants.add(tenant);
    return tenant;
  }

  /** Cleans up after a tenant that another test made. */
  void adopt(Organization tenant) {
    tenants.add(tenant);
  }

  IssuedWebhook webhook(Organization tenant, String url, String... filters) {
    return webhook(tenant, url, Webhook.Ordering.NONE, filters);
  }

  IssuedWebhook webhook(
      Organization tenant, String url, Webhook.Ordering ordering, String... filters) {
    return changes.record(
        Change.operational(
            caller(tenant.id()),
            tenant.id(),
            recording ->
                webhooks.create(
                    recording, new CreateWebhookRequest(url, List.of(filters), ordering))));
  }

  /** Disables a webhook, as its receiver's 410 does. */
  void disable(Organization tenant, IssuedWebhook webhook) {
    changes.record(
        webhooks.disabling(
            tenant.id(), webhook.webhook().id(), webhook.webhook().url(), "for a test"));
  }

  /** Enables a webhook again. */
  void enable(Organization tenant, IssuedWebhook webhook) {
    changes.record(
        Change.operational(
            caller(tenant.id()),
            tenant.id(),
            recording ->
                webhooks.update(
                    recording,
                    webhook.webhook().id(),
                    present ->
                        new UpdateWebhookRequest(
                            present.url(),
                            present.eventFilters(),
                            present.ordering(),
                            Webhook.Status.ACTIVE),
                    null)));
  }

  /** Gives a webhook another URL. */
  void move(Organization tenant, IssuedWebhook webhook, String url) {
    changes.record(
        Change.operational(
            caller(tenant.id()),
            tenant.id(),
            recording ->
                webhooks.update(
                    recording,
                    webhook.webhook().id(),
                    present ->
                        new UpdateWebhookRequest(
                            url, present.eventFilters(), present.ordering(), present.status()),
                    null)));
  }

  /** Makes deliveries of all events. */
  void fanOut() {
    while (!(fanOut.step() instanceof FanOut.Nothing)) {
      // Until every message became a delivery.
    }
  }

  /** Events of the type iam.grant.created about so many targets in turn. */
  void tell(Organization tenant, int events, int targets) {
    for (int from = 0; from < events; from += 250) {
      int first = from;
      int end = Math.min(events, from + 250);
      changes.record(
          Change.operational(
              caller(tenant.id()),
              tenant.id(),
              recording -> {
                for (int i = first; i < end; i++) {
                  recording.add(
                      Effect.created(
                          EventType.GRANT_CREATED,
                          "grant",
                          "g" + i % targets,
                          Map.of("number", i)));
                }
                return first;
              }));
    }
  }

  Changes changes() {
    return changes;
  }

  static Caller caller(OrganizationId organization) {
    return Caller.command(organization, "tester", "test");
  }

  QueueWorker start() {
    return start(settings);
  }

  QueueWorker start(WorkerSettings settings) {
    QueueWorker worker = factory.create(settings);
    worker.start();
    workers.add(worker);
    return worker;
  }

  /** A worker that looks names up by something else than the system's resolver. */
  void startAsking(TenantResolvers resolvers) {
    QueueWorker worker = factory.create(settings, resolvers);
    worker.start();
    workers.add(worker);
  }

  void startMany(int count) {
    for (int i = 0; i < count; i++) {
      start();
    }
  }

  /** Ends a worker as a crash would. */
  void kill(QueueWorker worker) {
    workers.remove(worker);
    worker.abandon();
  }

  /** Counts the deliveries of a tenant with a status. */
  static long count(Organization tenant, String status) {
    return Long.parseLong(
        one(
            "SELECT count(*) FROM iam_webhook_deliveries WHERE organization_id = '%s' AND status = '%s'"
                .formatted(tenant.id(), status)));
  }

  /**
   * Counts the deliveries of a tenant with a lease that ended long ago and no new worker: any live
   * worker looks for these every five seconds.
   */
  static long forgotten(Organization tenant) {
    return Long.parseLong(
        one(
            ("SELECT count(*) FROM iam_webhook_deliveries WHERE organization_id = '%s'"
                    + " AND status = 'pending' AND lease_until < now() - interval '20 seconds'")
                .formatted(tenant.id())));
  }

  /** Returns true if all messages of a tenant were fanned out and every delivery is finished. */
  static boolean settled(Organization tenant) {
    return one(("SELECT coalesce((SELECT l.done_seq >= h.seq FROM iam_outbox_lanes l JOIN"
                + " iam_audit_heads h USING (organization_id) WHERE organization_id = '%1$s'),"
                + " true) AND NOT EXISTS (SELECT 1 FROM iam_webhook_deliveries WHERE"
                + " organization_id = '%1$s' AND status IN ('waiting', 'pending'))")
            .formatted(tenant.id()))
        .equals("t");
  }

  /** The ids of a tenant's events of a type. */
  static List<String> events(Organization tenant, String type) {
    try {
      return Rows.texts(
          ("SELECT id FROM iam_outbox_messages WHERE organization_id = '%s' AND event_type LIKE"
                  + " '%s' ORDER BY seq")
              .formatted(tenant.id(), type));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts the attempts of each event without an answer in time, by its id. */
  static Map<String, Integer> unanswered(WebhookId webhook) {
    Map<String, Integer> found = new HashMap<>();
    try {
      Rows.texts(
              ("SELECT m.id FROM iam_webhook_deliveries d JOIN iam_outbox_messages m"
                      + " USING (organization_id, seq), jsonb_array_elements(d.attempts) attempt"
                      + " WHERE d.webhook_id = '%s' AND attempt ->> 'error' = 'The receiver did "
                      + "not respond in time.'")
                  .formatted(webhook))
          .forEach(event -> found.merge(event, 1, Integer::sum));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  static String one(String sql) {
    try {
      return Rows.texts(sql).getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** No test leaves work for the workers of the next. */
  @PreDestroy
  void end() {
    workers.forEach(worker -> worker.stop(Duration.ofSeconds(1)));
    for (Organization tenant : tenants) {
      try {
        Rows.update(
            "UPDATE iam_webhooks SET status = 'deleted', sealed_secret = NULL,"
                + " sealed_previous_secret = NULL, previous_secret_expires_at = NULL"
                + " WHERE organization_id = '%s'".formatted(tenant.id()));
        Rows.update(
            "DELETE FROM iam_webhook_deliveries WHERE organization_id = '%s'"
                .formatted(tenant.id()));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}

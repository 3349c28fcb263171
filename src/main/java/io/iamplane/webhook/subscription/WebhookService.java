package io.iamplane.webhook.subscription;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import io.iamplane.webhook.right.Authority;
import io.iamplane.webhook.signature.WebhookSecret;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The life of webhooks. Each writing method runs inside the change that records it. */
@Singleton
public class WebhookService {

  public static final String TARGET_TYPE = "webhook";

  /** Each webhook is another copy of every event. */
  private static final int MAX_PER_ORGANIZATION = 100;

  private final WebhookStore store;
  private final WebhookRules rules;
  private final Transactions transactions;
  private final SecureRandom random = new SecureRandom();

  WebhookService(WebhookStore store, WebhookRules rules, Transactions transactions) {
    this.store = store;
    this.rules = rules;
    this.transactions = transactions;
  }

  /**
   * @throws IamException VALIDATION for an invalid URL or filter; CONFLICT when there are too many
   */
  public IssuedWebhook create(Recording recording, CreateWebhookRequest request) {
    if (store.count(recording.organization()) >= MAX_PER_ORGANIZATION) {
      throw IamException.conflict(
          "The organization already has the maximum of " + MAX_PER_ORGANIZATION + " webhooks.");
    }
    Webhook webhook =
        new Webhook(
            WebhookId.next(),
            rules.url(request.url()),
            rules.filters(request.eventFilters()),
            request.ordering() == null ? Webhook.Ordering.NONE : request.ordering(),
            Webhook.Status.ACTIVE,
            null,
            null,
            1,
            recording.at());
    WebhookSecret secret = WebhookSecret.next(random);
    store.insert(recording, webhook, secret);
    recording.add(
        Effect.created(EventType.WEBHOOK_CREATED, TARGET_TYPE, webhook.id().toString(), webhook));
    return new IssuedWebhook(webhook, secret);
  }

  /**
   * Applies a patch; one without effect changes and records nothing.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED, VALIDATION
   */
  public Webhook update(
      Recording recording,
      WebhookId id,
      Patch<UpdateWebhookRequest> patch,
      @Nullable String ifMatch) {
    Webhook before = find(recording, id, ifMatch);
    UpdateWebhookRequest patched = patch.onto(UpdateWebhookRequest.of(before));
    Webhook wanted =
        before.with(
            // Present values stay, even if the rules have become stricter since.
            patch.names("url") ? rules.url(patched.url()) : before.url(),
            patch.names("event_filters")
                ? rules.filters(patched.eventFilters())
                : before.eventFilters(),
            patched.ordering() == null ? Webhook.Ordering.NONE : patched.ordering());
    boolean turned = patched.status() != before.status();
    if (turned) {
      wanted = wanted.with(patched.status(), null);
    }
    if (wanted.equals(before)) {
      return before;
    }
    Webhook after = wanted.withoutExpiredSecret(recording.at()).raised();
    store.update(recording, after);
    if (turned && after.status() == Webhook.Status.ACTIVE) {
      store.openLane(recording, id);
    }
    boolean disabled = turned && after.status() == Webhook.Status.DISABLED;
    // The failing receiver was another one, or has been repaired.
    if ((turned && !disabled) || !after.url().equals(before.url())) {
      store.forgetFailures(recording, after);
    }
    tell(
        recording,
        disabled ? EventType.WEBHOOK_DISABLED : EventType.WEBHOOK_UPDATED,
        before,
        after);
    return after;
  }

  /** The change by which the service disables a webhook that still has this URL. */
  public Change<WebhookId> disabling(
      OrganizationId organization, WebhookId id, String url, String reason) {
    return disabling(
        organization,
        id,
        () -> store.byId(organization, id).filter(webhook -> webhook.url().equals(url)),
        reason);
  }

  /**
   * The change by which the service disables a webhook with a lost right, unless another account,
   * or the same at another level, changed it since the judgement.
   */
  public Change<WebhookId> disabling(
      OrganizationId organization, WebhookId id, Authority judged, String reason) {
    return disabling(organization, id, () -> store.byId(organization, id, judged), reason);
  }

  private Change<WebhookId> disabling(
      OrganizationId organization, WebhookId id, Supplier<Optional<Webhook>> found, String reason) {
    return Change.operational(
        Caller.job(organization, "webhooks", UuidV7.next().toString()),
        organization,
        recording -> {
          disable(recording, found.get(), reason);
          return id;
        });
  }

  /** Disables a webhook, unless it is disabled or deleted already. */
  private void disable(Recording recording, Optional<Webhook> found, String reason) {
    found
        .filter(webhook -> webhook.status() == Webhook.Status.ACTIVE)
        .ifPresent(before -> {
          Webhook after =
              before
                  .with(Webhook.Status.DISABLED, reason)
                  .withoutExpiredSecret(recording.at())
                  .raised();
          store.update(recording, after);
          tell(recording, EventType.WEBHOOK_DISABLED, before, after);
        });
  }

  /**
   * Deletes a webhook and its secrets; its deliveries can still be read in the dead-letter queue.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED
   */
  public Webhook delete(Recording recording, WebhookId id, @Nullable String ifMatch) {
    Webhook before = find(recording, id, ifMatch);
    store.delete(recording, id);
    recording.add(Effect.removed(EventType.WEBHOOK_DELETED, TARGET_TYPE, id.toString(), before));
    return before;
  }

  /**
   * Makes a new secret. The present one signs beside it for a while, so that a receiver can change
   * over without losing a request. Two sign at once, no more: while the one before the present one
   * does, only a rotation without grace is made, which ends both.
   *
   * @throws IamException NOT_FOUND; CONFLICT when an earlier rotation's grace lasts
   */
  public IssuedWebhook rotate(
      Recording recording, WebhookId id, Duration grace, @Nullable String ifMatch) {
    Webhook before = find(recording, id, ifMatch);
    Instant overlap = before.withoutExpiredSecret(recording.at()).previousSecretExpiresAt();
    if (overlap != null && !grace.isZero()) {
      throw IamException.conflict(
          "The previous secret still signs requests until "
              + overlap
              + ". Rotate the secret after that time, or now without a grace period, which"
              + " invalidates both secrets immediately.");
    }
    Instant until = grace.isZero() ? null : recording.at().plus(grace);
    Webhook after = before.rotated(until).raised();
    WebhookSecret secret = WebhookSecret.next(random);
    store.rotate(recording, after, secret);
    tell(recording, EventType.WEBHOOK_SECRET_ROTATED, before, after);
    return new IssuedWebhook(after, secret);
  }

  /**
   * Creates a test event for this webhook, regardless of its filters.
   *
   * @throws IamException NOT_FOUND; CONFLICT if it is disabled
   */
  TestedWebhook test(Recording recording, WebhookId id) {
    Webhook webhook = find(recording, id, null);
    if (webhook.status() != Webhook.Status.ACTIVE) {
      throw IamException.conflict("The webhook is disabled.");
    }
    return new TestedWebhook(webhook, tell(recording, EventType.WEBHOOK_TESTED, webhook, webhook));
  }

  /**
   * @throws IamException NOT_FOUND when the organization has no such webhook
   */
  public Webhook get(OrganizationId organization, WebhookId id) {
    return transactions
        .call(() -> store.byId(organization, id))
        .orElseThrow(IamException::notFound);
  }

  /** Returns false also for a webhook that the organization does not have. */
  public boolean isActive(OrganizationId organization, WebhookId id) {
    return transactions
        .call(() -> store.byId(organization, id))
        .filter(webhook -> webhook.status() == Webhook.Status.ACTIVE)
        .isPresent();
  }

  public Page<Webhook> page(
      OrganizationId organization, PageRequest page, Webhook.@Nullable Status status) {
    return transactions.call(
        () -> store.page(organization, page, status == null ? null : status.wire()));
  }

  private Webhook find(Recording recording, WebhookId id, @Nullable String ifMatch) {
    Webhook webhook = store.byId(recording.organization(), id).orElseThrow(IamException::notFound);
    new Revision(webhook.revision()).requireMatch(ifMatch);
    return webhook;
  }

  private static UUID tell(Recording recording, EventType type, Webhook before, Webhook after) {
    return recording.add(Effect.changed(type, TARGET_TYPE, after.id().toString(), before, after));
  }

  /** A webhook and the id of the test event on its way to it, the request's {@code webhook-id}. */
  record TestedWebhook(Webhook webhook, UUID event) {}
}

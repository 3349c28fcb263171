package io.iamplane.webhook.subscription;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.key.seal.SecretBox;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import io.iamplane.webhook.right.Authority;
import io.iamplane.webhook.signature.WebhookSecret;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_webhooks}. A deleted one is kept for its deliveries and never shown. */
@Singleton
class WebhookStore extends TenantStore<WebhookStore.WebhookEntity, Webhook> {

  private static final String SELECT =
      "SELECT * FROM iam_webhooks WHERE organization_id = ? AND status <> 'deleted'";

  private final Sql sql;
  private final SecretBox box;

  WebhookStore(Sql sql, SecretBox box) {
    this.sql = sql;
    this.box = box;
  }

  Optional<Webhook> byId(OrganizationId organization, WebhookId id) {
    return one(
        "id = ?1 and status <> ?2", RowKey.of(organization, id.value()), WebhookEntity.DELETED);
  }

  /** The same, unless its owner or the owner's assurance level changed since a judgement. */
  Optional<Webhook> byId(OrganizationId organization, WebhookId id, Authority judged) {
    return one(
        "id = ?1 and status <> ?2 and authorizedBy = ?3 and authorizedAal = ?4",
        RowKey.of(organization, id.value()),
        WebhookEntity.DELETED,
        judged.subject().toString(),
        judged.aal().wire());
  }

  Page<Webhook> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(
        rows(WebhookEntity.class, query), page.limit(), webhook -> webhook.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("status = ?", status)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  int count(OrganizationId organization) {
    return (int)
        count(
            "id.organizationId = ?1 and status <> ?2", organization.value(), WebhookEntity.DELETED);
  }

  void insert(Recording recording, Webhook webhook, WebhookSecret secret) {
    WebhookEntity row =
        WebhookEntity.of(
            recording.organization(),
            webhook,
            seal(recording.organization(), webhook.id(), secret));
    authority(recording).ifPresent(row::authorizedBy);
    insert(recording, row, webhook);
    openLane(recording, webhook.id());
  }

  /**
   * Starts the fan-out at the present message: earlier ones, without an active webhook, were for no
   * one. With another active webhook the position stays.
   */
  void openLane(Recording recording, WebhookId first) {
    sql.update(
        """
        INSERT INTO iam_outbox_lanes AS l (organization_id, done_seq)
        SELECT organization_id, seq FROM iam_audit_heads WHERE organization_id = ?
        ON CONFLICT (organization_id) DO UPDATE SET done_seq = excluded.done_seq
        WHERE l.done_seq < excluded.done_seq AND NOT EXISTS (
          SELECT FROM iam_webhooks w
          WHERE w.organization_id = l.organization_id AND w.status = 'active' AND w.id <> ?)
        """,
        recording.organization().value(),
        first.value());
  }

  /** Writes a webhook; a previous secret that it no longer has is forgotten. */
  void update(Recording recording, Webhook webhook) {
    update(
        recording,
        webhook.id().value(),
        row -> {
          row.take(webhook, recording.at());
          authority(recording).ifPresent(row::authorizedBy);
        });
    if (webhook.status() != Webhook.Status.ACTIVE) {
      bury(recording, webhook.id());
    }
  }

  /** The caller as authority; empty for a command or a job, which keeps the present one. */
  private static Optional<Authority> authority(Recording recording) {
    Caller caller = recording.caller();
    return caller.clientId() == null
        ? Optional.empty()
        : Optional.of(new Authority(caller.subject(), caller.aal()));
  }

  /** Has the worker turn a webhook's unfinished deliveries into dead letters. */
  private void bury(Recording recording, WebhookId id) {
    sql.update(
        """
        INSERT INTO iam_webhook_burials (webhook_id, since) VALUES (?, ?)
        ON CONFLICT (webhook_id) DO UPDATE SET since = excluded.since
        """,
        id.value(),
        recording.at());
  }

  /** A webhook that is enabled again, or has another URL, has a clean record. */
  void forgetFailures(Recording recording, Webhook webhook) {
    sql.update(
        """
        DELETE FROM iam_webhook_failures WHERE webhook_id = (
          SELECT id FROM iam_webhooks WHERE organization_id = ? AND id = ?)
        """,
        recording.organization().value(),
        webhook.id().value());
  }

  /** Replaces the secret; the present one becomes the previous one unless that ends at once. */
  void rotate(Recording recording, Webhook webhook, WebhookSecret secret) {
    byte[] sealed = seal(recording.organization(), webhook.id(), secret);
    update(recording, webhook.id().value(), row -> row.rotate(sealed, webhook, recording.at()));
  }

  void delete(Recording recording, WebhookId id) {
    update(recording, id.value(), row -> row.delete(recording.at()));
    bury(recording, id);
  }

  private byte[] seal(OrganizationId organization, WebhookId id, WebhookSecret secret) {
    return box.seal(secret.key(), place(organization.value(), id.value()));
  }

  /** The associated data of a sealed secret; the present and the previous one share it. */
  static String place(UUID organization, UUID id) {
    return "iam_webhooks/" + organization + "/" + id + "/secret";
  }

  @Entity
  @Table(name = "iam_webhooks")
  static class WebhookEntity implements RowStore.Row<Webhook> {

    static final String DELETED = "deleted";

    @EmbeddedId RowKey id;
    String url;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] eventFilters;

    String ordering;
    String status;
    @Nullable String disabledReason;
    byte @Nullable [] sealedSecret;
    byte @Nullable [] sealedPreviousSecret;
    @Nullable Instant previousSecretExpiresAt;
    long revision;
    Instant createdAt;
    Instant updatedAt;
    @Nullable String authorizedBy;
    @Nullable String authorizedAal;

    static WebhookEntity of(OrganizationId organization, Webhook webhook, byte[] sealedSecret) {
      WebhookEntity row = new WebhookEntity();
      row.id = RowKey.of(organization, webhook.id().value());
      row.createdAt = webhook.createdAt();
      row.sealedSecret = sealedSecret;
      return row;
    }

    @Override
    public void take(Webhook webhook, Instant at) {
      url = webhook.url();
      eventFilters = webhook.eventFilters().toArray(String[]::new);
      ordering = webhook.ordering().wire();
      status = webhook.status().wire();
      disabledReason = webhook.disabledReason();
      previousSecretExpiresAt = webhook.previousSecretExpiresAt();
      if (previousSecretExpiresAt == null) {
        sealedPreviousSecret = null;
      }
      revision = webhook.revision();
      updatedAt = at;
    }

    void authorizedBy(Authority authority) {
      authorizedBy = authority.subject().toString();
      authorizedAal = authority.aal().wire();
    }

    /** The present secret becomes the previous one unless that ends at once. */
    void rotate(byte[] sealed, Webhook webhook, Instant at) {
      previousSecretExpiresAt = webhook.previousSecretExpiresAt();
      sealedPreviousSecret = previousSecretExpiresAt == null ? null : sealedSecret;
      sealedSecret = sealed;
      revision = webhook.revision();
      updatedAt = at;
    }

    void delete(Instant at) {
      status = DELETED;
      sealedSecret = null;
      sealedPreviousSecret = null;
      previousSecretExpiresAt = null;
      updatedAt = at;
    }

    @Override
    public Webhook value() {
      return new Webhook(
          new WebhookId(id.id()),
          url,
          List.of(eventFilters),
          WireName.of(Webhook.Ordering.class, ordering),
          WireName.of(Webhook.Status.class, status),
          disabledReason,
          previousSecretExpiresAt,
          revision,
          createdAt);
    }
  }
}

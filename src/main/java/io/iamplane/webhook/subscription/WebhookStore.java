package io.iamplane.webhook.subscription;

import io.iamplane.change.Recording;
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
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_webhooks}. A deleted one is kept for its deliveries and never shown. */
@ApplicationScoped
class WebhookStore {

  private static final String SELECT =
      """
      SELECT id, url, event_filters, ordering, status, disabled_reason, previous_secret_expires_at,
        revision, created_at
      FROM iam_webhooks WHERE organization_id = ? AND status <> 'deleted'
      """;

  private final Sql sql;
  private final SecretBox box;

  WebhookStore(Sql sql, SecretBox box) {
    this.sql = sql;
    this.box = box;
  }

  Optional<Webhook> byId(OrganizationId organization, WebhookId id) {
    return sql.first(SELECT + " AND id = ?", WebhookStore::read, organization.value(), id.value());
  }

  Page<Webhook> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    Keyset query = query(organization, page, status);
    return Page.cut(
        sql.list(query, WebhookStore::read), page.limit(), webhook -> webhook.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("status = ?", status)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  int count(OrganizationId organization) {
    return sql.list(
            "SELECT count(*)::int AS n FROM iam_webhooks WHERE organization_id = ?"
                + " AND status <> 'deleted'",
            row -> row.getInt("n"),
            organization.value())
        .getFirst();
  }

  void insert(Recording recording, Webhook webhook, WebhookSecret secret) {
    sql.updateOne(
        """
        INSERT INTO iam_webhooks (id, organization_id, url, event_filters, ordering, status,
          sealed_secret, revision, created_at, updated_at, authorized_by, authorized_aal)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        webhook.id().value(),
        recording.organization().value(),
        webhook.url(),
        webhook.eventFilters().toArray(String[]::new),
        webhook.ordering().wire(),
        webhook.status().wire(),
        seal(recording.organization(), webhook.id(), secret),
        webhook.revision(),
        webhook.createdAt(),
        recording.at(),
        authority(recording).map(by -> by.subject().toString()).orElse(null),
        authority(recording).map(by -> by.aal().wire()).orElse(null));
    // From here on: what happened before there was any webhook was meant for none.
    sql.update(
        """
        INSERT INTO iam_outbox_lanes (organization_id, done_seq)
        SELECT organization_id, seq FROM iam_audit_heads WHERE organization_id = ?
        ON CONFLICT DO NOTHING
        """,
        recording.organization().value());
  }

  /** Writes a webhook; a previous secret that it no longer tells of is forgotten. */
  void update(Recording recording, Webhook webhook) {
    sql.updateOne(
        """
        UPDATE iam_webhooks SET url = ?, event_filters = ?, ordering = ?, status = ?,
          disabled_reason = ?, revision = ?, updated_at = ?, previous_secret_expires_at = ?,
          sealed_previous_secret =
            CASE WHEN ?::timestamptz IS NULL THEN NULL ELSE sealed_previous_secret END,
          authorized_by = coalesce(?, authorized_by), authorized_aal = coalesce(?, authorized_aal)
        WHERE organization_id = ? AND id = ?
        """,
        webhook.url(),
        webhook.eventFilters().toArray(String[]::new),
        webhook.ordering().wire(),
        webhook.status().wire(),
        webhook.disabledReason(),
        webhook.revision(),
        recording.at(),
        webhook.previousSecretExpiresAt(),
        webhook.previousSecretExpiresAt(),
        authority(recording).map(by -> by.subject().toString()).orElse(null),
        authority(recording).map(by -> by.aal().wire()).orElse(null),
        recording.organization().value(),
        webhook.id().value());
    if (webhook.status() != Webhook.Status.ACTIVE) {
      bury(recording, webhook.id());
    }
  }

  /** Whose rights were judged; a command or a job leaves what there is. */
  private static Optional<Authority> authority(Recording recording) {
    Caller caller = recording.caller();
    return caller.clientId() == null
        ? Optional.empty()
        : Optional.of(new Authority(caller.subject(), caller.aal()));
  }

  /** Has the worker turn what is on its way to a webhook into dead letters. */
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
    sql.updateOne(
        """
        UPDATE iam_webhooks SET
          sealed_previous_secret = CASE WHEN ?::timestamptz IS NULL THEN NULL ELSE sealed_secret END,
          previous_secret_expires_at = ?, sealed_secret = ?, revision = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        webhook.previousSecretExpiresAt(),
        webhook.previousSecretExpiresAt(),
        seal(recording.organization(), webhook.id(), secret),
        webhook.revision(),
        recording.at(),
        recording.organization().value(),
        webhook.id().value());
  }

  void delete(Recording recording, WebhookId id) {
    sql.updateOne(
        """
        UPDATE iam_webhooks SET status = 'deleted', sealed_secret = NULL,
          sealed_previous_secret = NULL, previous_secret_expires_at = NULL, updated_at = ?
        WHERE organization_id = ? AND id = ? AND status <> 'deleted'
        """,
        recording.at(),
        recording.organization().value(),
        id.value());
    bury(recording, id);
  }

  private byte[] seal(OrganizationId organization, WebhookId id, WebhookSecret secret) {
    return box.seal(secret.key(), place(organization.value(), id.value()));
  }

  /** Where a sealed secret belongs; the present and the previous one share it. */
  static String place(UUID organization, UUID id) {
    return "iam_webhooks/" + organization + "/" + id + "/secret";
  }

  private static Webhook read(ResultSet row) throws SQLException {
    return new Webhook(
        new WebhookId(row.getObject("id", UUID.class)),
        row.getString("url"),
        List.of((String[]) row.getArray("event_filters").getArray()),
        WireName.of(Webhook.Ordering.class, row.getString("ordering")),
        WireName.of(Webhook.Status.class, row.getString("status")),
        row.getString("disabled_reason"),
        Sql.instantOrNull(row, "previous_secret_expires_at"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}

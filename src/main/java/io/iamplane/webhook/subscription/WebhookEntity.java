package io.iamplane.webhook.subscription;

import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import io.iamplane.webhook.right.Authority;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_webhooks}; never leaves this package. */
@Entity
@Table(name = "iam_webhooks")
class WebhookEntity implements RowStore.Row<Webhook> {

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

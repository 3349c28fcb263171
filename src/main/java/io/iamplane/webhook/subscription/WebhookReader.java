package io.iamplane.webhook.subscription;

import io.iamplane.database.Sql;
import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.webhook.right.Authority;
import io.iamplane.webhook.signature.WebhookSecret;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Webhooks for deliveries, read each time, so that changes take effect at once. */
@Singleton
public class WebhookReader {

  private static final Logger LOG = Logger.getLogger(WebhookReader.class);
  private static final String PER_TARGET = Webhook.Ordering.PER_TARGET.wire();

  private final Sql sql;
  private final SecretBox box;

  WebhookReader(Sql sql, SecretBox box) {
    this.sql = sql;
    this.box = box;
  }

  public List<Subscriber> subscribers(OrganizationId organization) {
    return sql.list(
        """
        SELECT id, event_filters, ordering, authorized_by, authorized_aal FROM iam_webhooks
        WHERE organization_id = ? AND status = 'active' ORDER BY id
        """,
        row ->
            new Subscriber(
                new WebhookId(row.getObject("id", UUID.class)),
                List.of((String[]) row.getArray("event_filters").getArray()),
                row.getString("ordering").equals(PER_TARGET),
                authority(row)),
        organization.value());
  }

  private static @Nullable Authority authority(ResultSet row) throws SQLException {
    String subject = row.getString("authorized_by");
    return subject == null
        ? null
        : new Authority(
            SubjectRef.parse(subject).orElseThrow(),
            Aal.parse(row.getString("authorized_aal")).orElseThrow());
  }

  /** Every active webhook of every organization, with its organization. */
  public Map<WebhookId, OrganizationId> active() {
    Map<WebhookId, OrganizationId> found = new HashMap<>();
    sql.list(
        "SELECT id, organization_id FROM iam_webhooks WHERE status = 'active'",
        row ->
            found.put(
                new WebhookId(row.getObject("id", UUID.class)),
                new OrganizationId(row.getObject("organization_id", UUID.class))));
    return found;
  }

  /**
   * Finds the active ones of these webhooks, with the secrets that sign now. Omits and logs a
   * webhook with a secret that fails to decrypt: it must not stop the others.
   */
  public Map<WebhookId, Receiver> receivers(Collection<WebhookId> ids, Instant now) {
    Map<WebhookId, Receiver> found = new HashMap<>();
    sql.list(
            """
            SELECT id, organization_id, url, ordering, sealed_secret, sealed_previous_secret,
              previous_secret_expires_at
            FROM iam_webhooks WHERE id = ANY (?) AND status = 'active'
            """,
            row -> readable(row, now),
            (Object) ids.stream().map(WebhookId::value).toArray(UUID[]::new))
        .forEach(each -> each.ifPresent(receiver -> found.put(receiver.id(), receiver)));
    return found;
  }

  /** Since when receivers fail; those that do not are left out. */
  public Map<WebhookId, Instant> failingSince(Collection<WebhookId> ids) {
    Map<WebhookId, Instant> found = new HashMap<>();
    sql.list(
        "SELECT webhook_id, failing_since FROM iam_webhook_failures WHERE webhook_id = ANY (?)",
        row ->
            found.put(
                new WebhookId(row.getObject("webhook_id", UUID.class)),
                Sql.instant(row, "failing_since")),
        (Object) ids.stream().map(WebhookId::value).toArray(UUID[]::new));
    return found;
  }

  private Optional<Receiver> readable(ResultSet row, Instant now) throws SQLException {
    try {
      return Optional.of(receiver(row, now));
    } catch (UnsealException | IllegalStateException e) {
      LOG.errorf(
          "could not decrypt the secret of webhook %s with the configured keys; its deliveries "
              + "wait until the secret can be decrypted or is rotated",
          row.getObject("id", UUID.class));
      return Optional.empty();
    }
  }

  private Receiver receiver(ResultSet row, Instant now) throws SQLException {
    UUID organization = row.getObject("organization_id", UUID.class);
    UUID id = row.getObject("id", UUID.class);
    String place = WebhookStore.place(organization, id);
    List<WebhookSecret> secrets = new ArrayList<>();
    secrets.add(open(row.getBytes("sealed_secret"), place));
    Instant until = Sql.instantOrNull(row, "previous_secret_expires_at");
    byte @Nullable [] previous = row.getBytes("sealed_previous_secret");
    if (previous != null && until != null && until.isAfter(now)) {
      secrets.add(open(previous, place));
    }
    return new Receiver(
        new WebhookId(id),
        new OrganizationId(organization),
        row.getString("url"),
        row.getString("ordering").equals(PER_TARGET),
        List.copyOf(secrets));
  }

  private WebhookSecret open(byte[] sealed, String place) {
    return WebhookSecret.of(box.open(sealed, place))
        .orElseThrow(() -> new IllegalStateException("a sealed secret has an invalid length"));
  }
}

package io.iamplane.webhook.worker;

import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.iamplane.testing.Volume;
import java.sql.SQLException;
import java.util.UUID;

/** Deliveries in large numbers, written by SQL. */
public final class Backlog {

  private Backlog() {}

  /** Pending and due deliveries of the last message of an organization. */
  public static void pending(OrganizationId organization, UUID webhook, int count)
      throws SQLException {
    insert(organization, webhook, count, "pending");
  }

  /** Deliveries that are dead, of the same message. */
  public static void dead(OrganizationId organization, UUID webhook, int count)
      throws SQLException {
    insert(organization, webhook, count, "dead");
  }

  /** To be called once all is written. */
  public static void analyze() throws SQLException {
    Volume.analyze("iam_webhook_deliveries");
  }

  private static void insert(OrganizationId organization, UUID webhook, int count, String status)
      throws SQLException {
    // Ids of the last hours, as they would be.
    Rows.update(
        """
        INSERT INTO iam_webhook_deliveries (id, organization_id, webhook_id, seq, event_type, status,
          next_attempt_at)
        SELECT (left(iam_first_id(now() - interval '1 millisecond' * n)::text, 18) || '-8'
            || right(gen_random_uuid()::text, 16))::uuid,
          m.organization_id, '%s', m.seq, m.event_type, '%s', now() - interval '1 millisecond' * n
        FROM generate_series(1, %d) AS n, (
          SELECT * FROM iam_outbox_messages WHERE organization_id = '%s' ORDER BY seq DESC LIMIT 1) m
        """
            .formatted(webhook, status, count, organization));
  }
}

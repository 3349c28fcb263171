package io.iamplane.webhook.outcome;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Sql;
import io.iamplane.webhook.subscription.WebhookId;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Outcomes in {@code iam_webhook_deliveries}, and since when a webhook fails. */
@Singleton
class OutcomeStore {

  private static final int ATTEMPTS_KEPT = 20;

  /** Longer than any pause between two tries: after that a failure is a new one. */
  private static final Duration UNHEARD_OF = Duration.ofDays(2);

  private static final Duration NOTED_EVERY = Duration.ofSeconds(10);

  private final Sql sql;
  private final JsonColumns json;

  OutcomeStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  /**
   * Writes outcomes. Where another worker has the lease by now, only a delivered one counts: the
   * other's attempt is one too many already, and no further one shall follow.
   */
  void finish(List<DeliveryOutcome> outcomes, UUID token) {
    sql.batch(
        """
        UPDATE iam_webhook_deliveries SET status = ?, tries = ?,
          next_attempt_at = coalesce(?::timestamptz, next_attempt_at), finished_at = ?,
          last_error = ?, lease_until = NULL, lease_token = NULL,
          attempts = CASE WHEN jsonb_array_length(attempts) >= ? THEN attempts - 0 ELSE attempts END
            || ?::jsonb
        WHERE id = ? AND (lease_token = ? OR (? AND status = 'pending'))
        """,
        outcomes.stream()
            .sorted(Comparator.comparing(outcome -> outcome.claim().id().value()))
            .map(outcome ->
                new @Nullable Object[] {
                  outcome.status().wire(),
                  outcome.claim().tries() + 1,
                  outcome.nextAttemptAt(),
                  outcome.finished() ? outcome.attempt().at() : null,
                  outcome.attempt().error(),
                  ATTEMPTS_KEPT,
                  json.text(outcome.attempt()),
                  outcome.claim().id().value(),
                  token,
                  outcome.delivered()
                })
            .toList());
  }

  void noteHealth(Collection<WebhookId> well, Collection<WebhookId> failing, Instant now) {
    sql.update(
        "DELETE FROM iam_webhook_failures WHERE webhook_id = ANY (?)", (Object) sorted(well));
    sql.update(
        """
        INSERT INTO iam_webhook_failures AS known (webhook_id, failing_since, last_failure_at)
        SELECT id, ?, ? FROM unnest(?::uuid[]) AS failing (id)
        ON CONFLICT (webhook_id) DO UPDATE SET last_failure_at = excluded.last_failure_at,
          failing_since = CASE WHEN known.last_failure_at < ?
            THEN excluded.failing_since ELSE known.failing_since END
        WHERE known.last_failure_at < ?
        """,
        now,
        now,
        sorted(failing),
        now.minus(UNHEARD_OF),
        now.minus(NOTED_EVERY));
  }

  private static UUID[] sorted(Collection<WebhookId> ids) {
    return ids.stream().map(WebhookId::value).sorted().toArray(UUID[]::new);
  }
}

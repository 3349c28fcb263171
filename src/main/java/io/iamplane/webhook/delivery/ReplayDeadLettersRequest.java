package io.iamplane.webhook.delivery;

import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.webhook.subscription.WebhookId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A filter of dead letters to replay; all members must match.
 *
 * @param from the earliest time of creation, inclusive
 * @param to the latest time of creation, exclusive
 */
@RegisterForReflection
public record ReplayDeadLettersRequest(
    @Nullable String webhookId,
    @Schema(examples = "iam.grant.created") @Nullable String eventType,
    @Schema(examples = "2026-01-01T00:00:00Z") @Nullable String from,
    @Schema(examples = "2099-01-01T00:00:00Z") @Nullable String to) {

  /**
   * @throws IamException VALIDATION naming the member at fault
   */
  DeadLetterFilter filter() {
    Instant first = time("from", from);
    Instant end = time("to", to);
    if (first != null && end != null && !first.isBefore(end)) {
      throw IamException.validation("to", "must be later than 'from'");
    }
    UUID webhook =
        webhookId == null
            ? null
            : WebhookId.parse(webhookId)
                .orElseThrow(() -> IamException.validation("webhook_id", "not a valid webhook id"))
                .value();
    return new DeadLetterFilter(webhook, Parameters.text("event_type", eventType), first, end);
  }

  private static @Nullable Instant time(String name, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (!time.isBefore(Instant.EPOCH)) {
        return time;
      }
    } catch (DateTimeParseException e) {
      throw IamException.validation(name, "must be a time, such as 2026-01-31T12:00:00Z");
    }
    throw IamException.validation(name, "must not be earlier than 1970");
  }
}

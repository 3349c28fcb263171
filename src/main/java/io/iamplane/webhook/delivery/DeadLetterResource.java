package io.iamplane.webhook.delivery;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.webhook.right.EventRights;
import io.iamplane.webhook.subscription.WebhookId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

@RunOnVirtualThread
@Path("/api/iam/v1/webhooks/dlq")
public class DeadLetterResource {

  private static final String MANAGE = "iam:webhooks.manage";

  private final DeliveryService deliveries;
  private final DeliveryReader reader;
  private final CallerChanges changes;
  private final EventRights rights;
  private final CurrentCaller caller;

  DeadLetterResource(
      DeliveryService deliveries,
      DeliveryReader reader,
      CallerChanges changes,
      EventRights rights,
      CurrentCaller caller) {
    this.deliveries = deliveries;
    this.reader = reader;
    this.changes = changes;
    this.rights = rights;
    this.caller = caller;
  }

  @GET
  @RequiresPermission("iam:webhooks.read")
  @Operation(summary = "List the dead-letter queue, newest first")
  public DataPage<DeliveryView> list(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("webhooks/dlq", limit, cursor);
    Page<Delivery> page = reader.dead(changes.organization(), list.page());
    Set<String> readable =
        rights.readable(caller.get(), page.items().stream().map(Delivery::eventType));
    return list.answer(page, delivery -> DeliveryView.of(delivery, readable));
  }

  @POST
  @Path("replay")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Replay up to 1,000 dead letters, oldest first",
      description =
          "Replays the dead letters of active webhooks that match all members of the body and "
              + "whose events have not expired; `{}` matches all. `replayed` is the number of "
              + "replayed dead letters; repeat the request while `more` is true. Also requires "
              + "the permission to read events of the type in `event_type` or, if it is absent, "
              + "of every type.")
  public Data<ReplayedView> replay(@NotNull @Valid ReplayDeadLettersRequest request) {
    DeadLetterFilter filter = request.filter();
    rights.require(caller.get(), filter.eventType());
    DeliveryService.Found found = deliveries.find(changes.organization(), filter);
    return new Data<>(changes.operational(recording -> deliveries.replayDead(recording, found)));
  }

  @DELETE
  @Path("{delivery}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Delete a delivery from the dead-letter queue")
  public Data<DeliveryView> discard(@PathParam("delivery") String delivery) {
    DeliveryId id = DeliveryId.parse(delivery).orElseThrow(IamException::notFound);
    return new Data<>(
        DeliveryView.of(
            changes.operational(recording -> deliveries.discard(recording, id)), Set.of()));
  }

  /**
   * The result of a replay of dead letters.
   *
   * @param replayed the number of replayed dead letters; other requests may have replayed or
   *     discarded some
   * @param more true if further ones match; repeat the request
   */
  @RegisterForReflection
  public record ReplayedView(int replayed, boolean more) {}

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
                  .orElseThrow(
                      () -> IamException.validation("webhook_id", "not a valid webhook id"))
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
}

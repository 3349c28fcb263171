package io.iamplane.webhook.delivery;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.webhook.right.EventRights;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
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
}

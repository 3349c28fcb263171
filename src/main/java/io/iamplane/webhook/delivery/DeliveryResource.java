package io.iamplane.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.change.CallerChanges;
import io.iamplane.database.JsonColumns;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.webhook.right.EventRights;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;

@RunOnVirtualThread
@Path("/api/iam/v1/webhooks/deliveries/{delivery}")
public class DeliveryResource {

  private final DeliveryService deliveries;
  private final DeliveryReader reader;
  private final CallerChanges changes;
  private final EventRights rights;
  private final CurrentCaller caller;
  private final JsonColumns json;

  DeliveryResource(
      DeliveryService deliveries,
      DeliveryReader reader,
      CallerChanges changes,
      EventRights rights,
      CurrentCaller caller,
      JsonColumns json) {
    this.deliveries = deliveries;
    this.reader = reader;
    this.changes = changes;
    this.rights = rights;
    this.caller = caller;
    this.json = json;
  }

  @GET
  @RequiresPermission("iam:webhooks.read")
  @Operation(
      summary = "Read a delivery with its payload and latest attempts",
      description = "Also requires the permission to read the event.")
  public Data<DeliveryView> get(@PathParam("delivery") String delivery) {
    Delivery found = readable(delivery);
    JsonNode payload =
        reader.payload(changes.organization(), found.seq()).map(json::tree).orElse(null);
    return new Data<>(DeliveryView.whole(found, payload));
  }

  @POST
  @Path("replay")
  @RequiresPermission("iam:webhooks.manage")
  @Operation(
      summary = "Replay a finished delivery with a full set of attempts",
      description =
          "The delivery's status must be `delivered` or `dead`. The request has the same "
              + "`webhook-id` as before, so that the receiver can recognize the repetition. Also "
              + "requires the permission to read the event.")
  public Data<DeliveryView> replay(@PathParam("delivery") String delivery) {
    Delivery found = readable(delivery);
    return new Data<>(
        DeliveryView.of(
            changes.operational(recording -> deliveries.replay(recording, found.id())),
            Set.of(found.eventType())));
  }

  /** Requires the permission to read the event, since the receiver's answer may repeat it. */
  private Delivery readable(String delivery) {
    Delivery found = deliveries.get(changes.organization(), id(delivery));
    rights.require(caller.get(), found.eventType());
    return found;
  }

  private static DeliveryId id(String text) {
    return DeliveryId.parse(text).orElseThrow(IamException::notFound);
  }
}

package io.iamplane.webhook.delivery;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.webhook.right.EventRights;
import io.iamplane.webhook.subscription.Webhook;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookService;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

@RunOnVirtualThread
@Path("/api/iam/v1/webhooks/{webhook}/deliveries")
public class WebhookDeliveryResource {

  private final DeliveryReader deliveries;
  private final WebhookService webhooks;
  private final CallerChanges changes;
  private final EventRights rights;
  private final CurrentCaller caller;

  WebhookDeliveryResource(
      DeliveryReader deliveries,
      WebhookService webhooks,
      CallerChanges changes,
      EventRights rights,
      CurrentCaller caller) {
    this.deliveries = deliveries;
    this.webhooks = webhooks;
    this.changes = changes;
    this.rights = rights;
    this.caller = caller;
  }

  @GET
  @RequiresPermission("iam:webhooks.read")
  @Operation(summary = "List a webhook's deliveries, newest first")
  public DataPage<DeliveryView> list(
      @PathParam("webhook") String webhook,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    WebhookId id = WebhookId.parse(webhook).orElseThrow(IamException::notFound);
    Webhook found = webhooks.get(changes.organization(), id);
    ListRequest list = ListRequest.of("webhooks/deliveries", limit, cursor, webhook);
    Page<Delivery> page = deliveries.ofWebhook(found.id(), list.page());
    Set<String> readable =
        rights.readable(caller.get(), page.items().stream().map(Delivery::eventType));
    return list.answer(page, delivery -> DeliveryView.of(delivery, readable));
  }
}

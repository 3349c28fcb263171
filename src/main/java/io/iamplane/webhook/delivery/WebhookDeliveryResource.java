package io.iamplane.webhook.delivery;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.webhook.subscription.Webhook;
import io.iamplane.webhook.subscription.WebhookId;
import io.iamplane.webhook.subscription.WebhookService;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The deliveries of one webhook. */
@RunOnVirtualThread
@Path("/api/iam/v1/webhooks/{webhook}/deliveries")
public class WebhookDeliveryResource {

  private final DeliveryReader deliveries;
  private final WebhookService webhooks;
  private final CallerChanges changes;

  WebhookDeliveryResource(
      DeliveryReader deliveries, WebhookService webhooks, CallerChanges changes) {
    this.deliveries = deliveries;
    this.webhooks = webhooks;
    this.changes = changes;
  }

  @GET
  @RequiresPermission("iam:webhooks.read")
  @Operation(summary = "List the deliveries of a webhook, the latest first")
  public DataPage<DeliveryView> list(
      @PathParam("webhook") String webhook,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    WebhookId id = WebhookId.parse(webhook).orElseThrow(IamException::notFound);
    Webhook found = webhooks.get(changes.organization(), id);
    ListRequest list = ListRequest.of("webhooks/deliveries", limit, cursor, webhook);
    return list.answer(deliveries.ofWebhook(found.id(), list.page()), DeliveryView::of);
  }
}

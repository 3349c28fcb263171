package io.iamplane.webhook.subscription;

import io.iamplane.change.CallerChanges;
import io.iamplane.directory.client.RotateSecretRequest;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import io.iamplane.webhook.subscription.WebhookService.TestedWebhook;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@RunOnVirtualThread
@Path("/api/iam/v1/webhooks")
public class WebhookResource {

  private static final String READ = "iam:webhooks.read";
  private static final String MANAGE = "iam:webhooks.manage";
  private static final String PATH = "/api/iam/v1/webhooks/";

  private final WebhookService webhooks;
  private final WebhookReader reader;
  private final CallerChanges changes;

  WebhookResource(WebhookService webhooks, WebhookReader reader, CallerChanges changes) {
    this.webhooks = webhooks;
    this.reader = reader;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List webhooks, oldest first")
  public DataPage<WebhookView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    Webhook.Status filter = Parameters.choice("filter[status]", Webhook.Status.class, status);
    ListRequest list = ListRequest.of("webhooks", limit, cursor, status);
    Page<Webhook> page = webhooks.page(changes.organization(), list.page(), filter);
    Map<WebhookId, Instant> failing =
        reader.failingSince(page.items().stream().map(Webhook::id).toList());
    return list.answer(page, webhook -> WebhookView.of(webhook, failing.get(webhook.id())));
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Create a webhook",
      description =
          "Only this response shows the secret that signs the webhook's requests. Requires the "
              + "permission to read the events that the filters match.")
  @ResponseStatus(201)
  public RestResponse<Data<WebhookView>> create(@NotNull @Valid CreateWebhookRequest request) {
    IssuedWebhook made = changes.operational(recording -> webhooks.create(recording, request));
    return Answer.created(
        PATH + made.webhook().id(), WebhookView.of(made), made.webhook().revision());
  }

  @GET
  @Path("{webhook}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a webhook")
  public RestResponse<Data<WebhookView>> get(@PathParam("webhook") String webhook) {
    return answer(webhooks.get(changes.organization(), id(webhook)));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{webhook}")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Change a webhook's URL, filters, ordering or status",
      description =
          "If the webhook is disabled, its unfinished deliveries move to the dead-letter queue. A "
              + "new ordering applies to later events: after a change from `none` to "
              + "`per_target`, they may overtake unfinished deliveries for the same target. "
              + "Requires the permission to read the events that the filters match, unless the "
              + "change leaves the webhook disabled.")
  public RestResponse<Data<WebhookView>> update(
      @PathParam("webhook") String webhook,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = UpdateWebhookRequest.class)))
          Patch<UpdateWebhookRequest> patch) {
    return answer(
        changes.operational(recording -> webhooks.update(recording, id(webhook), patch, ifMatch)));
  }

  @DELETE
  @Path("{webhook}")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Delete a webhook and its secrets",
      description =
          "Returns the webhook's last state. Its unfinished deliveries move to the dead-letter "
              + "queue, where they can be read.")
  public RestResponse<Data<WebhookView>> delete(
      @PathParam("webhook") String webhook,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    Webhook deleted =
        changes.operational(recording -> webhooks.delete(recording, id(webhook), ifMatch));
    return Answer.of(WebhookView.last(deleted), deleted.revision());
  }

  @POST
  @Path("{webhook}/test")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Send the event iam.webhook.tested to a webhook, regardless of its filters",
      description =
          "The `webhook-id` header of the test request is the `event_id` of this response; the "
              + "webhook's deliveries show the outcome.")
  public RestResponse<Data<WebhookView>> test(@PathParam("webhook") String webhook) {
    TestedWebhook tested = changes.operational(recording -> webhooks.test(recording, id(webhook)));
    return Answer.of(
        WebhookView.of(tested, failingSince(tested.webhook())), tested.webhook().revision());
  }

  @POST
  @Path("{webhook}/rotate-secret")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Create a new secret for a webhook",
      description =
          "During the grace period, the current secret also signs requests. Only this response"
              + " shows the new secret. Until an earlier grace period ends, the secret can be"
              + " rotated only without a grace period (`compromised`, or a `grace_period` of"
              + " `PT0S`), which invalidates both earlier secrets immediately.")
  public RestResponse<Data<WebhookView>> rotate(
      @PathParam("webhook") String webhook,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @Valid @Nullable RotateSecretRequest request) {
    Duration grace = RotateSecretRequest.grace(request);
    IssuedWebhook issued =
        changes.operational(recording -> webhooks.rotate(recording, id(webhook), grace, ifMatch));
    return Answer.of(WebhookView.of(issued), issued.webhook().revision());
  }

  private RestResponse<Data<WebhookView>> answer(Webhook webhook) {
    Instant failing = failingSince(webhook);
    String state = failing == null ? "" : Long.toString(failing.toEpochMilli());
    return Answer.of(WebhookView.of(webhook, failing), new Revision(webhook.revision(), state));
  }

  private @Nullable Instant failingSince(Webhook webhook) {
    return reader.failingSince(List.of(webhook.id())).get(webhook.id());
  }

  private static WebhookId id(String text) {
    return WebhookId.parse(text).orElseThrow(IamException::notFound);
  }
}

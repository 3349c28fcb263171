package io.iamplane.governance.review;

import io.iamplane.change.CallerChanges;
import io.iamplane.grant.Grant;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SeveralChanges;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The access reviews of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/access-reviews/campaigns")
public class CampaignResource {

  private static final String MANAGE = "iam:access_review.manage";
  private static final String PATH = "/api/iam/v1/access-reviews/campaigns/";

  /** The work of one request: 100,000 items; the rest continues by itself. */
  private static final int OPENING_PORTIONS = 102;

  /** The work of one request: 2,000 items; the rest continues by itself. */
  private static final int CLOSING_PORTIONS = 9;

  private final CampaignService campaigns;
  private final ReviewOpening opening;
  private final ReviewClosing closing;
  private final ReviewItemService items;
  private final CallerChanges changes;
  private final CurrentCaller caller;

  CampaignResource(
      CampaignService campaigns,
      ReviewOpening opening,
      ReviewClosing closing,
      ReviewItemService items,
      CallerChanges changes,
      CurrentCaller caller) {
    this.campaigns = campaigns;
    this.opening = opening;
    this.closing = closing;
    this.items = items;
    this.changes = changes;
    this.caller = caller;
  }

  /** The body of a close; {@code confirmed} allows exceeding the {@code max_blast_radius}. */
  @RegisterForReflection
  public record CloseCampaignRequest(@Nullable @Schema(examples = "true") Boolean confirmed) {}

  @GET
  @RequiresPermission(MANAGE)
  @Operation(summary = "List access review campaigns, oldest first")
  public DataPage<CampaignView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    Campaign.Status wanted = Parameters.choice("filter[status]", Campaign.Status.class, status);
    ListRequest list = ListRequest.of("campaigns", limit, cursor, status);
    return list.answer(
        campaigns.page(changes.organization(), list.page(), wanted), CampaignView::of);
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(summary = "Draft an access review campaign")
  @ResponseStatus(201)
  public RestResponse<Data<CampaignView>> create(@NotNull @Valid CreateCampaignRequest request) {
    Campaign made = changes.operational(recording -> campaigns.create(recording, request));
    return Answer.created(PATH + made.id(), CampaignView.of(made), made.revision());
  }

  @GET
  @Path("{campaign}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Read a campaign")
  public RestResponse<Data<CampaignView>> get(@PathParam("campaign") String campaign) {
    return answer(campaigns.get(changes.organization(), id(campaign)));
  }

  @POST
  @Path("{campaign}/open")
  @BulkRead
  @SeveralChanges
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Open a campaign, creating an item for each active permit in its scope",
      description =
          "If there are more than 100,000 items, the campaign is still opening when the response "
              + "is sent, and a scheduled job finishes opening it.")
  public RestResponse<Data<CampaignView>> open(
      @PathParam("campaign") String campaign,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    CampaignId id = id(campaign);
    opening.open(caller.get(), changes.organization(), id, ifMatch);
    return answer(opening.goOn(caller.get(), changes.organization(), id, OPENING_PORTIONS));
  }

  @POST
  @Path("{campaign}/close")
  @BulkRead
  @SeveralChanges
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Close a campaign and apply its decisions",
      description =
          "Returns 409 if that would revoke or suspend more grants than `max_blast_radius` allows "
              + "and `confirmed` is not true. A large campaign is still closing when the response "
              + "is sent, and a scheduled job finishes closing it.")
  public RestResponse<Data<CampaignView>> close(
      @PathParam("campaign") String campaign,
      @Nullable @Valid CloseCampaignRequest request,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    CampaignId id = id(campaign);
    boolean confirmed = request != null && Boolean.TRUE.equals(request.confirmed());
    closing.close(caller.get(), changes.organization(), id, ifMatch, confirmed);
    return answer(closing.goOn(caller.get(), changes.organization(), id, CLOSING_PORTIONS));
  }

  @POST
  @Path("{campaign}/cancel")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Cancel a campaign without changing any grants")
  public RestResponse<Data<CampaignView>> cancel(
      @PathParam("campaign") String campaign,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(
        changes.operational(recording -> campaigns.cancel(recording, id(campaign), ifMatch)));
  }

  @GET
  @Path("{campaign}/items")
  @RequiresPermission(MANAGE)
  @Operation(summary = "List the items of a campaign")
  public DataPage<ReviewItemView> items(
      @PathParam("campaign") String campaign,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[decision]") @Nullable String decision) {
    CampaignId id = campaigns.get(changes.organization(), id(campaign)).id();
    ReviewItemQuery.Filter filter =
        new ReviewItemQuery.Filter(
            null, id, Parameters.choice("filter[decision]", ReviewItem.Decision.class, decision));
    ListRequest list = ListRequest.of("campaigns/items", limit, cursor, id, decision);
    return list.answer(items.page(changes.organization(), list.page(), filter), ReviewItemView::of);
  }

  @GET
  @Path("{campaign}/dry-run")
  @BulkRead
  @RequiresPermission(MANAGE)
  @Operation(summary = "List the grants that closing the campaign now would revoke or suspend")
  public Data<DryRunView> dryRun(
      @PathParam("campaign") String campaign,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    CampaignId id = id(campaign);
    ListRequest list = ListRequest.of("campaigns/dry-run", limit, cursor, id);
    return new Data<>(campaigns.dryRun(changes.organization(), id, list));
  }

  private static CampaignId id(String text) {
    return CampaignId.parse(text).orElseThrow(IamException::notFound);
  }

  private static RestResponse<Data<CampaignView>> answer(Campaign campaign) {
    return Answer.of(CampaignView.of(campaign), campaign.revision());
  }

  /** A campaign as the API shows it; see {@link Campaign} for the meaning of the members. */
  @RegisterForReflection
  public record CampaignView(
      UUID id,
      String name,
      ScopeView scopeJson,
      Campaign.ReviewerStrategy reviewerStrategy,
      @Nullable String reviewer,
      Campaign.OnUnconfirmed onUnconfirmed,
      Instant dueAt,
      Campaign.Apply apply,
      double maxBlastRadius,
      Campaign.Status status,
      String owner,
      boolean stopped,
      int itemsCreated,
      @Nullable Instant openedAt,
      @Nullable Instant closedAt,
      Instant createdAt) {

    /** See {@link CampaignScope}; every member is present, and an empty list matches all. */
    @RegisterForReflection
    public record ScopeView(
        List<String> applicationKeys,
        List<Grant.PrivilegeType> privilegeTypes,
        List<String> subjectTypes,
        boolean onlyPrivileged) {

      static ScopeView of(CampaignScope scope) {
        CampaignScope whole = scope.whole();
        return new ScopeView(
            Objects.requireNonNull(whole.applicationKeys()),
            Objects.requireNonNull(whole.privilegeTypes()),
            Objects.requireNonNull(whole.subjectTypes()),
            Boolean.TRUE.equals(whole.onlyPrivileged()));
      }
    }

    static CampaignView of(Campaign campaign) {
      return new CampaignView(
          campaign.id().value(),
          campaign.name(),
          ScopeView.of(campaign.scope()),
          campaign.reviewerStrategy(),
          campaign.reviewer() == null ? null : campaign.reviewer().toString(),
          campaign.onUnconfirmed(),
          campaign.dueAt(),
          campaign.apply(),
          campaign.maxBlastRadius(),
          campaign.status(),
          campaign.owner().toString(),
          campaign.stopped(),
          campaign.itemsCreated(),
          campaign.openedAt(),
          campaign.closedAt(),
          campaign.createdAt());
    }
  }
}

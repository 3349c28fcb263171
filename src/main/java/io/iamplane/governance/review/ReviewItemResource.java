package io.iamplane.governance.review;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The caller's review items. */
@RunOnVirtualThread
@Path("/api/iam/v1/access-reviews")
public class ReviewItemResource {

  private static final String WHY =
      "reviewers need no permission, but can access only their own items";

  private final ReviewItemService items;
  private final CampaignService campaigns;
  private final CallerChanges changes;
  private final CurrentCaller caller;

  ReviewItemResource(
      ReviewItemService items,
      CampaignService campaigns,
      CallerChanges changes,
      CurrentCaller caller) {
    this.items = items;
    this.campaigns = campaigns;
    this.changes = changes;
    this.caller = caller;
  }

  @RegisterForReflection
  public record DecideItemRequest(
      @Nullable @Size(max = 1_000) @Schema(examples = "Still on the night shift") String note) {}

  /** The body of a delegation, to a user or service account by id or external id. */
  @RegisterForReflection
  public record DelegateItemRequest(@NotBlank @Schema(examples = "user:ann") String to) {}

  @GET
  @Path("inbox")
  @AnyCaller(WHY)
  @Operation(
      summary = "List the items of running campaigns that the caller must review",
      description = "`filter[decision]` defaults to `undecided`.")
  public DataPage<ReviewItemView> inbox(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[campaign]") @Nullable String campaign,
      @QueryParam("filter[decision]") @Nullable String decision) {
    ReviewItem.Decision wanted =
        Parameters.choice("filter[decision]", ReviewItem.Decision.class, decision);
    ReviewItemQuery.Filter filter =
        new ReviewItemQuery.Filter(
            caller.get().subject(),
            campaign == null
                ? null
                : CampaignId.parse(campaign)
                    .orElseThrow(
                        () -> IamException.validation("filter[campaign]", "must be a campaign id")),
            wanted == null ? ReviewItem.Decision.UNDECIDED : wanted);
    ListRequest list = ListRequest.of("inbox", limit, cursor, campaign, decision);
    OrganizationId organization = changes.organization();
    // Few: an organization has at most 20 campaigns that are not over.
    Map<CampaignId, Campaign> known = new HashMap<>();
    return list.answer(
        items.page(organization, list.page(), filter),
        item ->
            ReviewItemView.of(
                item,
                known.computeIfAbsent(item.campaignId(), id -> campaigns.get(organization, id))));
  }

  @POST
  @Path("items/{item}/certify")
  @AnyCaller(WHY)
  @Operation(
      summary = "Certify that a grant is still needed",
      description = "For the item's reviewer and for administrators (iam:access_review.manage).")
  public Data<ReviewItemView> certify(
      @PathParam("item") String item, @Nullable @Valid DecideItemRequest request) {
    UUID id = id(item);
    return view(changes.operational(recording -> items.certify(recording, id, note(request))));
  }

  @POST
  @Path("items/{item}/revoke")
  @AnyCaller(WHY)
  @Operation(
      summary = "Decide that a grant is no longer needed",
      description =
          "The grant is revoked at once if the campaign's `apply` is `at_once`, otherwise when the"
              + " campaign closes. For the item's reviewer and for administrators"
              + " (iam:access_review.manage).")
  public Data<ReviewItemView> revoke(
      @PathParam("item") String item, @Nullable @Valid DecideItemRequest request) {
    UUID id = id(item);
    return view(changes.policy(recording -> items.revoke(recording, id, note(request))));
  }

  @POST
  @Path("items/{item}/reset")
  @AnyCaller(WHY)
  @Operation(
      summary = "Withdraw a decision",
      description =
          "The item becomes undecided again and keeps its reviewer; an undecided item does "
              + "not change. A revocation that took effect at once cannot be withdrawn. For the "
              + "item's reviewer and for administrators (iam:access_review.manage).")
  public Data<ReviewItemView> reset(@PathParam("item") String item) {
    UUID id = id(item);
    return view(changes.operational(recording -> items.reset(recording, id)));
  }

  @POST
  @Path("items/{item}/delegate")
  @AnyCaller(WHY)
  @Operation(
      summary = "Delegate an item to another reviewer",
      description =
          "The new reviewer must not have had the item before, and must not be the grant's "
              + "own subject. For the item's reviewer and for administrators "
              + "(iam:access_review.manage).")
  public Data<ReviewItemView> delegate(
      @PathParam("item") String item, @NotNull @Valid DelegateItemRequest request) {
    UUID id = id(item);
    return view(changes.operational(recording -> items.delegate(recording, id, request.to())));
  }

  private static @Nullable String note(@Nullable DecideItemRequest request) {
    return request == null ? null : request.note();
  }

  private static UUID id(String text) {
    return UuidV7.parse(text).orElseThrow(IamException::notFound);
  }

  private static Data<ReviewItemView> view(ReviewItem item) {
    return new Data<>(ReviewItemView.of(item));
  }
}

package io.iamplane.governance.leastprivilege;

import io.iamplane.change.CallerChanges;
import io.iamplane.governance.leastprivilege.advice.Evidence;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SeveralChanges;
import io.iamplane.shared.UuidV7;
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
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The recommendations of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/recommendations/least-privilege")
public class RecommendationResource {

  private static final String MANAGE = "iam:least_privilege.manage";

  private final RecommendationService recommendations;
  private final Acceptance acceptance;
  private final CallerChanges changes;
  private final Authorizer authorizer;
  private final CurrentCaller caller;

  RecommendationResource(
      RecommendationService recommendations,
      Acceptance acceptance,
      CallerChanges changes,
      Authorizer authorizer,
      CurrentCaller caller) {
    this.recommendations = recommendations;
    this.acceptance = acceptance;
    this.changes = changes;
    this.authorizer = authorizer;
    this.caller = caller;
  }

  @RegisterForReflection
  public record DismissRecommendationRequest(
      @NotNull
          @Size(min = 1, max = 500)
          @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
          @Schema(examples = "Needed at the end of the year")
          String reason) {}

  @GET
  @RequiresPermission("iam:least_privilege.view")
  @Operation(summary = "List least-privilege recommendations, oldest first")
  public DataPage<RecommendationView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status,
      @QueryParam("filter[type]") @Nullable String type,
      @QueryParam("filter[severity]") @Nullable String severity,
      @QueryParam("filter[subject]") @Nullable String subject) {
    RecommendationStore.Filter filter =
        new RecommendationStore.Filter(
            Parameters.choice("filter[status]", Recommendation.Status.class, status),
            Parameters.choice("filter[type]", RecommendationType.class, type),
            Parameters.choice("filter[severity]", Severity.class, severity),
            Parameters.text("filter[subject]", subject));
    ListRequest list =
        ListRequest.of("recommendations", limit, cursor, status, type, severity, subject);
    return list.answer(
        recommendations.page(changes.organization(), list.page(), filter), RecommendationView::of);
  }

  @POST
  @Path("{recommendation}/dismiss")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Dismiss a recommendation permanently")
  public RestResponse<Data<RecommendationView>> dismiss(
      @PathParam("recommendation") String recommendation,
      @NotNull @Valid DismissRecommendationRequest body) {
    Recommendation after =
        changes.operational(
            recording -> recommendations.dismiss(recording, id(recommendation), body.reason()));
    return Answer.of(RecommendationView.of(after), after.revision());
  }

  @POST
  @Path("{recommendation}/accept")
  @BulkRead
  @SeveralChanges
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Prove a recommendation again and make its change",
      description =
          "Also requires iam:grants.manage, and iam:roles.manage if the change creates a role. "
              + "Returns 409 if the recommendation proposes no change or is stale: a grant has "
              + "changed, or a decision that was allowed would now be denied.")
  public RestResponse<Data<AcceptedView>> accept(
      @PathParam("recommendation") String recommendation) {
    require("iam:grants.manage");
    Recommendation found = acceptance.acceptable(changes.organization(), id(recommendation));
    if (!found.change().roles().isEmpty()) {
      require("iam:roles.manage");
    }
    Acceptance.Accepted accepted = acceptance.accept(changes, found);
    return Answer.of(AcceptedView.of(accepted), accepted.recommendation().revision());
  }

  private void require(String permission) {
    authorizer.authorize(caller.get(), permission).require(permission);
  }

  private static UUID id(String text) {
    return UuidV7.parse(text).orElseThrow(IamException::notFound);
  }

  /**
   * The change that was made.
   *
   * @param revoked grants that ended
   * @param roles keys of roles that were made
   * @param grants that took the place of some that ended
   */
  @RegisterForReflection
  public record AcceptedView(
      RecommendationView recommendation,
      List<UUID> revoked,
      List<String> roles,
      List<UUID> grants) {

    static AcceptedView of(Acceptance.Accepted accepted) {
      return new AcceptedView(
          RecommendationView.of(accepted.recommendation()),
          accepted.made().revoked(),
          accepted.made().roles(),
          accepted.made().grants());
    }
  }

  /** A recommendation as the wire shows it; see {@link Recommendation}. */
  @RegisterForReflection
  public record RecommendationView(
      UUID id,
      RecommendationType type,
      String target,
      @Nullable String subject,
      Severity severity,
      String status,
      Evidence evidence,
      RecommendedChange change,
      Proof proof,
      @Nullable String reason,
      @Nullable String decidedBy,
      @Nullable Instant decidedAt,
      Instant createdAt) {

    static RecommendationView of(Recommendation each) {
      return new RecommendationView(
          each.id(),
          each.type(),
          each.target(),
          each.subject(),
          each.severity(),
          each.status().wire(),
          each.evidence(),
          each.change(),
          each.proof(),
          each.reason(),
          each.decidedBy() == null ? null : each.decidedBy().toString(),
          each.decidedAt(),
          each.createdAt());
    }
  }
}

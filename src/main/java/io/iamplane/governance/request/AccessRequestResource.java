package io.iamplane.governance.request;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
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
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** Requests for roles: the caller's own, and those that the caller approves. */
@RunOnVirtualThread
@Path("/api/iam/v1/access-requests")
public class AccessRequestResource {

  private static final String USE = "iam:access_request.use";
  private static final String REVIEW = "iam:access_request.review";

  private final AccessRequestService requests;
  private final RequestCatalog catalog;
  private final CallerChanges changes;
  private final CurrentCaller caller;
  private final Clock clock;

  AccessRequestResource(
      AccessRequestService requests,
      RequestCatalog catalog,
      CallerChanges changes,
      CurrentCaller caller,
      Clock clock) {
    this.requests = requests;
    this.catalog = catalog;
    this.changes = changes;
    this.caller = caller;
    this.clock = clock;
  }

  /** The body of a decision; the note is kept with the step. */
  @RegisterForReflection
  public record DecideAccessRequest(
      @Nullable
          @Size(min = 1, max = 500)
          @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
          @Schema(examples = "For stocktaking only")
          String note) {}

  @GET
  @Path("catalog")
  @RequiresPermission(USE)
  @Operation(summary = "List the roles that can be requested, ordered by key")
  public DataPage<RequestableRoleView> catalog(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("access-requests/catalog", limit, cursor);
    return list.answer(
        catalog.page(changes.organization(), list.page(), caller.get().subject()), each -> each);
  }

  @GET
  @Path("mine")
  @RequiresPermission(USE)
  @Operation(summary = "List the caller's own requests, oldest first")
  public DataPage<AccessRequestView> mine(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    AccessRequest.Status wanted =
        Parameters.choice("filter[status]", AccessRequest.Status.class, status);
    ListRequest list = ListRequest.of("access-requests/mine", limit, cursor, status);
    return list.answer(
        requests.own(changes.organization(), list.page(), caller.get().subject(), wanted),
        this::view);
  }

  @POST
  @RequiresPermission(USE)
  @Operation(
      summary = "Request a role for a limited time",
      description =
          "Returns the same 409 for a role that does not exist, cannot be requested, or has "
              + "already been requested.")
  @ResponseStatus(201)
  public RestResponse<Data<AccessRequestView>> submit(@NotNull @Valid SubmitAccessRequest body) {
    AccessRequest made = changes.operational(recording -> requests.submit(recording, body));
    return Answer.created("/api/iam/v1/access-requests/" + made.id(), view(made), made.revision());
  }

  @POST
  @Path("{request}/cancel")
  @RequiresPermission(USE)
  @Operation(summary = "Withdraw one of the caller's own requests")
  public RestResponse<Data<AccessRequestView>> cancel(@PathParam("request") String request) {
    UUID id = id(request);
    return answer(changes.operational(recording -> requests.cancel(recording, id)));
  }

  @GET
  @RequiresPermission(REVIEW)
  @Operation(summary = "List the requests that are waiting for the caller's approval, oldest first")
  public DataPage<AccessRequestView> waiting(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("access-requests", limit, cursor);
    return list.answer(
        requests.waiting(changes.organization(), list.page(), caller.get().subject()), this::view);
  }

  @POST
  @Path("{request}/approve")
  @RequiresPermission(REVIEW)
  @Operation(
      summary = "Approve the waiting step of a request",
      description =
          "The caller must be an approver of the waiting step. Approving the last step creates "
              + "the grant in the same transaction; the grant expires automatically.")
  public RestResponse<Data<AccessRequestView>> approve(
      @PathParam("request") String request, @Nullable @Valid DecideAccessRequest body) {
    UUID id = id(request);
    return answer(changes.policy(recording -> requests.approve(recording, id, note(body))));
  }

  @POST
  @Path("{request}/reject")
  @RequiresPermission(REVIEW)
  @Operation(
      summary = "Reject a request",
      description = "The caller must be an approver of the waiting step.")
  public RestResponse<Data<AccessRequestView>> reject(
      @PathParam("request") String request, @Nullable @Valid DecideAccessRequest body) {
    UUID id = id(request);
    return answer(changes.operational(recording -> requests.reject(recording, id, note(body))));
  }

  @GET
  @Path("{request}/steps")
  @RequiresPermission(REVIEW)
  @Operation(
      summary = "List the steps of a request",
      description = "The caller must be an approver of one of its steps.")
  public Data<List<RequestStepView>> steps(@PathParam("request") String request) {
    AccessRequest shown =
        requests.shown(changes.organization(), caller.get().subject(), id(request));
    List<RequestStepView> steps = new ArrayList<>();
    for (RequestStep step : shown.steps()) {
      steps.add(RequestStepView.of(steps.size() + 1, step));
    }
    return new Data<>(steps);
  }

  private static UUID id(String text) {
    return UuidV7.parse(text).orElseThrow(IamException::notFound);
  }

  private static @Nullable String note(@Nullable DecideAccessRequest body) {
    return body == null ? null : body.note();
  }

  private AccessRequestView view(AccessRequest request) {
    return AccessRequestView.of(request, clock.instant());
  }

  private RestResponse<Data<AccessRequestView>> answer(AccessRequest request) {
    return Answer.of(view(request), request.revision());
  }

  /** A step as the wire shows it, numbered from 1; see {@link RequestStep}. */
  @RegisterForReflection
  public record RequestStepView(
      int step,
      String approverType,
      String approver,
      String status,
      @Nullable String decidedBy,
      @Nullable Instant decidedAt,
      @Nullable String note) {

    static RequestStepView of(int step, RequestStep of) {
      return new RequestStepView(
          step,
          of.approverType().wire(),
          of.approver(),
          of.status().wire(),
          of.decidedBy() == null ? null : of.decidedBy().toString(),
          of.decidedAt(),
          of.note());
    }
  }

  /** A request as the wire shows it, with its step numbered from 1; see {@link AccessRequest}. */
  @RegisterForReflection
  public record AccessRequestView(
      UUID id,
      String requester,
      String roleKey,
      @Nullable String justification,
      String duration,
      String status,
      int step,
      int steps,
      Instant expiresAt,
      @Nullable UUID grantId,
      @Nullable Instant decidedAt,
      Instant createdAt) {

    static AccessRequestView of(AccessRequest request, Instant at) {
      return new AccessRequestView(
          request.id(),
          request.requester().toString(),
          request.roleKey(),
          request.justification(),
          request.duration(),
          request.statusAt(at).wire(),
          request.step() + 1,
          request.steps().size(),
          request.expiresAt(),
          request.grantId() == null ? null : request.grantId().value(),
          request.decidedAt(),
          request.createdAt());
    }
  }
}

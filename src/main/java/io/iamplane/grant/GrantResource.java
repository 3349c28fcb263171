package io.iamplane.grant;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The grants of the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/grants")
public class GrantResource {

  private static final String READ = "iam:grants.read";
  private static final String MANAGE = "iam:grants.manage";
  private static final String PATH = "/api/iam/v1/grants/";

  private final GrantService grants;
  private final CallerChanges changes;

  GrantResource(GrantService grants, CallerChanges changes) {
    this.grants = grants;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List grants, oldest first")
  public DataPage<GrantView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[subject]") @Nullable String subject,
      @QueryParam("filter[privilege_key]") @Nullable String privilegeKey,
      @QueryParam("filter[resource]") @Nullable String resource,
      @QueryParam("filter[status]") @Nullable String status) {
    GrantFilter filter =
        new GrantFilter(
            Parameters.referenceOrNull(
                "filter[subject]", Parameters.text("filter[subject]", subject)),
            Parameters.text("filter[privilege_key]", privilegeKey),
            Parameters.referenceOrNull(
                "filter[resource]", Parameters.text("filter[resource]", resource)),
            Parameters.choice("filter[status]", Grant.Status.class, status));
    ListRequest list =
        ListRequest.of("grants", limit, cursor, subject, privilegeKey, resource, status);
    return list.answer(grants.page(changes.organization(), list.page(), filter), GrantView::of);
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(summary = "Grant or deny a role or a permission")
  @ResponseStatus(201)
  public RestResponse<Data<GrantView>> create(@NotNull @Valid CreateGrantRequest request) {
    Grant created =
        changes.policyOverFacts(
            recording -> grants.create(recording, request.toNewGrant(recording.at())));
    return Answer.created(PATH + created.id(), GrantView.of(created), created.revision());
  }

  @GET
  @Path("{grant}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a grant")
  public RestResponse<Data<GrantView>> get(@PathParam("grant") String grant) {
    return answer(grants.get(changes.organization(), id(grant)));
  }

  @POST
  @Path("{grant}/revoke")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Revoke a grant permanently; the same privilege can be granted again")
  public RestResponse<Data<GrantView>> revoke(
      @PathParam("grant") String grant,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(changes.policy(recording -> grants.revoke(recording, id(grant), ifMatch)));
  }

  @POST
  @Path("{grant}/reinstate")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Lift the suspension of a grant")
  public RestResponse<Data<GrantView>> reinstate(
      @PathParam("grant") String grant,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(changes.policy(recording -> grants.reinstate(recording, id(grant), ifMatch)));
  }

  private static GrantId id(String text) {
    return GrantId.parse(text).orElseThrow(IamException::notFound);
  }

  private static RestResponse<Data<GrantView>> answer(Grant grant) {
    return Answer.of(GrantView.of(grant), grant.revision());
  }
}

package io.iamplane.grant;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.Revision;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.UUID;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;

/** Who holds what in the caller's organization. */
@Path("/api/iam/v1/grants")
public class GrantResource {

  private static final String READ = "iam:grants.read";
  private static final String MANAGE = "iam:grants.manage";
  private static final String PATH = "/api/iam/v1/grants/";

  private final GrantService grants;
  private final Changes changes;
  private final CurrentCaller caller;

  GrantResource(GrantService grants, Changes changes, CurrentCaller caller) {
    this.grants = grants;
    this.changes = changes;
    this.caller = caller;
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(summary = "Grant, or deny, a role or a permission")
  @ResponseStatus(201)
  public RestResponse<Data<GrantView>> create(@NotNull @Valid CreateGrantRequest request) {
    Grant created = record(recording -> grants.create(recording, request.toNewGrant()));
    return RestResponse.ResponseBuilder.<Data<GrantView>>create(RestResponse.Status.CREATED)
        // A relative reference: an absolute one would be built from the Host header.
        .header(HttpHeaders.LOCATION, PATH + created.id())
        .header(HttpHeaders.ETAG, new Revision(created.revision()).etag())
        .entity(new Data<>(GrantView.of(created)))
        .build();
  }

  @GET
  @Path("{grant}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a grant")
  public RestResponse<Data<GrantView>> get(@PathParam("grant") String grant) {
    return answer(grants.get(caller.get().organization(), id(grant)));
  }

  @POST
  @Path("{grant}/revoke")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Revoke a grant for good; the same may be granted anew")
  public RestResponse<Data<GrantView>> revoke(@PathParam("grant") String grant) {
    return answer(record(recording -> grants.revoke(recording, id(grant))));
  }

  private <T> T record(Function<Recording, T> body) {
    Caller asking = caller.get();
    return changes.record(Change.policy(asking, asking.organization(), body));
  }

  private static UUID id(String text) {
    return UuidV7.parse(text).orElseThrow(IamException::notFound);
  }

  private static RestResponse<Data<GrantView>> answer(Grant grant) {
    return RestResponse.ResponseBuilder.<Data<GrantView>>ok(new Data<>(GrantView.of(grant)))
        .header(HttpHeaders.ETAG, new Revision(grant.revision()).etag())
        .build();
  }
}

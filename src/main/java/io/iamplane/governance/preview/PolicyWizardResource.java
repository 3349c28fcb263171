package io.iamplane.governance.preview;

import io.iamplane.catalog.application.ApplicationService;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.change.CallerChanges;
import io.iamplane.grant.CreateGrantRequest;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.GrantView;
import io.iamplane.shared.BulkRead;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The names under which the admin panel's wizard asks for permissions, previews and grants. */
@RunOnVirtualThread
@Path("/api/iam/v1/policies-wizard")
public class PolicyWizardResource {

  private static final String MANAGE = "iam:grants.manage";

  private final ApplicationService applications;
  private final GrantPreview previews;
  private final GrantService grants;
  private final CallerChanges changes;
  private final CurrentCaller caller;

  PolicyWizardResource(
      ApplicationService applications,
      GrantPreview previews,
      GrantService grants,
      CallerChanges changes,
      CurrentCaller caller) {
    this.applications = applications;
    this.previews = previews;
    this.grants = grants;
    this.changes = changes;
    this.caller = caller;
  }

  @GET
  @Path("permissions")
  @RequiresPermission("iam:policies.read")
  @Operation(summary = "List the permissions that can be granted, ordered by key")
  public DataPage<Permission> permissions(
      @QueryParam("limit") @Nullable String limit, @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("permissions", limit, cursor);
    return list.answer(applications.permissions(changes.organization(), list.page()), each -> each);
  }

  @POST
  @Path("preview")
  @BulkRead
  @RequiresPermission(MANAGE)
  @Operation(summary = "Preview what a grant would change, like POST grants/preview")
  public Data<PreviewView> preview(@NotNull @Valid CreateGrantRequest request) {
    return new Data<>(previews.preview(caller.get(), request));
  }

  @POST
  @Path("commit")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Create a grant, like POST grants")
  @ResponseStatus(201)
  public RestResponse<Data<GrantView>> commit(@NotNull @Valid CreateGrantRequest request) {
    Grant created =
        changes.policy(recording -> grants.create(recording, request.toNewGrant(recording.at())));
    return Answer.created(
        "/api/iam/v1/grants/" + created.id(), GrantView.of(created), created.revision());
  }
}

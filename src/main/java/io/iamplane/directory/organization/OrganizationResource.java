package io.iamplane.directory.organization;

import io.iamplane.directory.client.ClientView;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The tenants, as the platform's administrators manage them. */
@RunOnVirtualThread
@Path("/api/iam/v1/organizations")
public class OrganizationResource {

  private static final String READ = "iam:organizations.read";
  private static final String MANAGE = "iam:organizations.manage";
  private static final String PATH = "/api/iam/v1/organizations/";
  private static final long FIRST_REVISION = 1;

  private final OrganizationService organizations;
  private final AdministratorRecovery recovery;
  private final CurrentCaller caller;

  OrganizationResource(
      OrganizationService organizations, AdministratorRecovery recovery, CurrentCaller caller) {
    this.organizations = organizations;
    this.recovery = recovery;
    this.caller = caller;
  }

  @GET
  @RequiresPermission(value = READ, platform = true)
  @Operation(summary = "List organizations, oldest first")
  public DataPage<OrganizationView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    Organization.Status filter =
        Parameters.choice("filter[status]", Organization.Status.class, status);
    ListRequest list = ListRequest.of("organizations", limit, cursor, status);
    return list.answer(organizations.listVersioned(list.page(), filter), OrganizationView::of);
  }

  @POST
  @RequiresPermission(value = MANAGE, platform = true)
  @Operation(
      summary = "Create a tenant, with its first administrator if requested",
      description =
          "For an existing tenant without an administrator, use `recover-administrator`. Only this "
              + "response shows the secret of the administrator's client.")
  @ResponseStatus(201)
  public RestResponse<Data<OrganizationView>> create(
      @NotNull @Valid CreateOrganizationRequest request) {
    OrganizationView created = organizations.createView(caller.get(), request);
    return Answer.created(PATH + created.id(), created, FIRST_REVISION);
  }

  @GET
  @Path("{organization}")
  @RequiresPermission(value = READ, platform = true)
  @Operation(summary = "Read an organization by id or key")
  public RestResponse<Data<OrganizationView>> get(@PathParam("organization") String idOrKey) {
    return answer(organizations.versioned(() -> organizations.get(idOrKey)));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{organization}")
  @RequiresPermission(value = MANAGE, platform = true)
  @Operation(summary = "Rename, suspend or reactivate an organization")
  public RestResponse<Data<OrganizationView>> update(
      @PathParam("organization") String idOrKey,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content =
                  @Content(schema = @Schema(implementation = UpdateOrganizationRequest.class)))
          Patch<UpdateOrganizationRequest> patch) {
    return answer(
        organizations.versioned(() -> organizations.update(caller.get(), idOrKey, patch, ifMatch)));
  }

  @DELETE
  @Path("{organization}")
  @RequiresPermission(value = MANAGE, platform = true)
  @Operation(summary = "Suspend an organization; nothing is deleted")
  public RestResponse<Data<OrganizationView>> suspend(
      @PathParam("organization") String idOrKey,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(
        organizations.versioned(() ->
            organizations.update(caller.get(), idOrKey, OrganizationResource::suspended, ifMatch)));
  }

  @POST
  @Path("{organization}/recover-administrator")
  @RequiresPermission(value = MANAGE, platform = true)
  @Operation(
      summary = "Create an administrator for a tenant without one",
      description =
          "Returns 409 if the tenant already has an active administrator or is suspended. Only "
              + "this response shows the client's secret.")
  @ResponseStatus(201)
  public RestResponse<Data<ClientView>> recoverAdministrator(
      @PathParam("organization") String idOrKey,
      @Valid @Nullable CreateAdministratorRequest request) {
    CreateAdministratorRequest asked =
        request == null ? CreateAdministratorRequest.named(null) : request;
    return Answer.created(recovery.recover(caller.get(), idOrKey, asked));
  }

  private static UpdateOrganizationRequest suspended(UpdateOrganizationRequest present) {
    return new UpdateOrganizationRequest(present.name(), Organization.Status.SUSPENDED);
  }

  private static RestResponse<Data<OrganizationView>> answer(VersionedOrganization organization) {
    Revision revision =
        new Revision(
            organization.organization().revision(), Long.toString(organization.policyVersion()));
    return Answer.of(OrganizationView.of(organization), revision);
  }
}

package io.iamplane.catalog.role;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.change.CallerChanges;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The roles that can be granted in the caller's organization; its own ones are kept here. */
@RunOnVirtualThread
@Path("/api/iam/v1/roles")
public class RoleResource {

  private static final String READ = "iam:roles.read";
  private static final String MANAGE = "iam:roles.manage";
  private static final String PATH = "/api/iam/v1/roles/";

  private final RoleService roles;
  private final CallerChanges changes;

  RoleResource(RoleService roles, CallerChanges changes) {
    this.roles = roles;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(
      summary = "List roles, ordered by key",
      description =
          "Lists the tenant's own roles, the roles of applications (`app:key`) and the built-in "
              + "roles that every tenant has.")
  public DataPage<RoleView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[application]") @Nullable String application,
      @QueryParam("filter[status]") @Nullable String status) {
    CatalogStatus filter = Parameters.choice("filter[status]", CatalogStatus.class, status);
    String of = Parameters.text("filter[application]", application);
    ListRequest list = ListRequest.of("roles", limit, cursor, status, of);
    return list.answer(roles.page(changes.organization(), list.page(), of, filter), RoleView::of);
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(summary = "Create a tenant role")
  @ResponseStatus(201)
  public RestResponse<Data<RoleView>> create(@NotNull @Valid CreateRoleRequest request) {
    Role created = changes.policy(recording -> roles.create(recording, request));
    return Answer.created(PATH + created.key(), RoleView.of(created), created.revision());
  }

  @GET
  @Path("{role}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a role")
  public RestResponse<Data<RoleView>> get(@PathParam("role") String role) {
    return answer(roles.get(changes.organization(), role));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{role}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Change a tenant role")
  public RestResponse<Data<RoleView>> update(
      @PathParam("role") String role,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = UpdateRoleRequest.class)))
          Patch<UpdateRoleRequest> patch) {
    return answer(
        changes.policy(recording ->
            roles.update(
                recording,
                role,
                before -> patch.onto(UpdateRoleRequest.of(before)).applied(before),
                ifMatch)));
  }

  @DELETE
  @Path("{role}")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Delete an unused tenant role",
      description = "The role remains in the history as deprecated; its key can be reused.")
  public RestResponse<Data<RoleView>> delete(
      @PathParam("role") String role, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(changes.policy(recording -> roles.delete(recording, role, ifMatch)));
  }

  private static RestResponse<Data<RoleView>> answer(Role role) {
    return Answer.of(RoleView.of(role), new Revision(role.revision(), state(role)));
  }

  /** Another version of this program may change a role that is built in, whose revision stays. */
  private static String state(Role role) {
    return ControlPlane.role(role.key()).isPresent()
        ? Integer.toHexString(Objects.hash(role.label(), role.permissions()))
        : "";
  }

  /** The members of a {@link Role} that a PATCH changes. */
  @RegisterForReflection
  public record UpdateRoleRequest(
      @NotNull @Size(min = 1, max = 200) @Schema(examples = "Keeper of stock") String label,
      @Schema(examples = "[\"warehouse:stock.*\"]") @Nullable List<@NotNull String> permissions,
      @Schema(examples = "[]") @Nullable List<@NotNull String> includes,
      @JsonProperty("is_privileged") @Nullable Boolean privileged,
      @JsonProperty("is_break_glass") @Nullable Boolean breakGlass,
      @Nullable Boolean selfRequestable,
      @Schema(type = SchemaType.OBJECT) @Nullable Map<String, Object> request) {

    static UpdateRoleRequest of(Role role) {
      return new UpdateRoleRequest(
          role.label(),
          role.permissions(),
          role.includes(),
          role.privileged(),
          role.breakGlass(),
          role.selfRequestable(),
          role.request());
    }

    Role applied(Role role) {
      return new Role(
          role.key(),
          role.application(),
          label,
          permissions == null ? List.of() : permissions,
          includes == null ? List.of() : includes,
          Boolean.TRUE.equals(privileged),
          Boolean.TRUE.equals(breakGlass),
          Boolean.TRUE.equals(selfRequestable),
          request == null ? Map.of() : request,
          role.status(),
          role.revision());
    }
  }
}

package io.iamplane.directory.group;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
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

/** The groups of the caller's organization, named by id, external id or key. */
@RunOnVirtualThread
@Path("/api/iam/v1/groups")
public class GroupResource {

  private static final String READ = "iam:groups.read";
  private static final String MANAGE = "iam:groups.manage";
  private static final String PATH = "/api/iam/v1/groups/";

  private final GroupService groups;
  private final CallerChanges changes;

  GroupResource(GroupService groups, CallerChanges changes) {
    this.groups = groups;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List groups, oldest first")
  public DataPage<GroupView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[status]") @Nullable String status) {
    Group.Status filter = Parameters.choice("filter[status]", Group.Status.class, status);
    ListRequest list = ListRequest.of("groups", limit, cursor, status);
    OrganizationId organization = changes.organization();
    return list.answer(
        groups.page(organization, list.page(), filter), group -> GroupView.of(organization, group));
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(summary = "Create a group")
  @ResponseStatus(201)
  public RestResponse<Data<GroupView>> create(@NotNull @Valid CreateGroupRequest request) {
    Group created = changes.policy(recording -> groups.create(recording, request));
    return Answer.created(PATH + created.id(), view(created), created.revision());
  }

  @GET
  @Path("{group}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a group")
  public RestResponse<Data<GroupView>> get(@PathParam("group") String group) {
    return answer(named(group));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{group}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Change a group's name or attributes")
  public RestResponse<Data<GroupView>> update(
      @PathParam("group") String group,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = UpdateGroupRequest.class)))
          Patch<UpdateGroupRequest> patch) {
    return answer(
        changes.policy(recording -> groups.update(recording, named(group).id(), patch, ifMatch)));
  }

  @DELETE
  @Path("{group}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Revoke a group, which then gives its members no rights; nothing is deleted")
  public RestResponse<Data<GroupView>> revoke(
      @PathParam("group") String group,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return answer(
        changes.policy(recording -> groups.revoke(recording, named(group).id(), ifMatch)));
  }

  private Group named(String reference) {
    return groups.get(changes.organization(), reference);
  }

  private GroupView view(Group group) {
    return GroupView.of(changes.organization(), group);
  }

  private RestResponse<Data<GroupView>> answer(Group group) {
    return Answer.of(view(group), group.revision());
  }
}

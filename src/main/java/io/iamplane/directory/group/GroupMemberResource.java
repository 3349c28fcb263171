package io.iamplane.directory.group;

import io.iamplane.change.CallerChanges;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Answer;
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
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The members of a group. */
@RunOnVirtualThread
@Path("/api/iam/v1/groups/{group}/members")
public class GroupMemberResource {

  private static final String READ = "iam:groups.read";
  private static final String MANAGE = "iam:groups.manage";

  private final GroupService groups;
  private final CallerChanges changes;

  GroupMemberResource(GroupService groups, CallerChanges changes) {
    this.groups = groups;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(summary = "List a group's direct members, oldest first")
  public DataPage<GroupMemberView> list(
      @PathParam("group") String group,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    ListRequest list = ListRequest.of("group-members", limit, cursor, group);
    return list.answer(
        groups.members(changes.organization(), group, list.page()), GroupMemberView::of);
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Add a member to a group",
      description =
          "Returns 409 if the subject is already a member with a different condition or validity "
              + "period.")
  @ResponseStatus(201)
  @APIResponse(
      responseCode = "200",
      description = "The subject is already a member with the same condition and period")
  public RestResponse<Data<GroupMemberView>> add(
      @PathParam("group") String group, @NotNull @Valid AddMemberRequest request) {
    Added added =
        changes.policy(recording -> {
          DirectoryRules.requireFuture("valid_until", request.validUntil(), recording.at());
          GroupMember member =
              groups.addMember(
                  recording,
                  named(group).id(),
                  request.member(),
                  request.condition(),
                  request.validFrom(),
                  request.validUntil());
          return new Added(member, !recording.effects().isEmpty());
        });
    GroupMemberView view = GroupMemberView.of(added.member());
    return added.created() ? Answer.created(view) : RestResponse.ok(new Data<>(view));
  }

  private record Added(GroupMember member, boolean created) {}

  @DELETE
  @RequiresPermission(MANAGE)
  @Operation(summary = "Remove a member from a group")
  public Data<GroupMemberView> remove(
      @PathParam("group") String group,
      @Parameter(example = "user", required = true) @QueryParam("member_type")
          @Nullable String type,
      @Parameter(
              example = "ann",
              required = true,
              description = "The member's id or external id, or `*` for everyone of that type")
          @QueryParam("member_id")
          @Nullable String id) {
    SubjectRef member =
        new SubjectRef(
            Parameters.required("member_type", type), Parameters.required("member_id", id));
    return new Data<>(
        GroupMemberView.of(
            changes.policy(
                recording -> groups.removeMember(recording, named(group).id(), member))));
  }

  private Group named(String reference) {
    return groups.get(changes.organization(), reference);
  }

  /**
   * The body of a membership; see {@link GroupMember} for the meaning of the members.
   *
   * @param memberId id or external id; {@code *} for everyone of the type
   */
  @RegisterForReflection
  public record AddMemberRequest(
      @NotBlank @Size(max = 64) @Schema(examples = "user") String memberType,
      @NotBlank @Size(max = 1_024) @Schema(examples = "ann") String memberId,
      @Schema(examples = "context.site == 'berlin'") @Nullable String condition,
      @Nullable Instant validFrom,
      @Nullable Instant validUntil) {

    SubjectRef member() {
      return new SubjectRef(memberType, memberId);
    }
  }

  /** A membership as the API shows it; see {@link GroupMember} for the meaning of the members. */
  @RegisterForReflection
  public record GroupMemberView(
      UUID id,
      String memberType,
      String memberId,
      @Nullable String condition,
      @Nullable Instant validFrom,
      @Nullable Instant validUntil,
      Instant createdAt) {

    static GroupMemberView of(GroupMember member) {
      return new GroupMemberView(
          member.id(),
          member.member().type(),
          member.member().id(),
          member.condition(),
          member.validFrom(),
          member.validUntil(),
          member.createdAt());
    }
  }
}

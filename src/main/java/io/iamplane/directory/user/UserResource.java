package io.iamplane.directory.user;

import io.iamplane.change.CallerChanges;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.json.MergePatch;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.iamplane.shared.wire.Patch;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

/** The people of the caller's organization, named by id or external id. */
@RunOnVirtualThread
@Path("/api/iam/v1/users")
public class UserResource {

  private static final String READ = "iam:users.read";
  private static final String MANAGE = "iam:users.manage";
  private static final String PATH = "/api/iam/v1/users/";
  private static final String IDS = "filter[id]";

  private static final int MAX_IDS = PageRequest.MAX_LIMIT;

  private final UserService users;
  private final CallerChanges changes;

  UserResource(UserService users, CallerChanges changes) {
    this.users = users;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(
      summary = "List users",
      description =
          "Lists users oldest first or, with `q`, ordered by the matching text. `q` matches the"
              + " beginning of a name, of a word in a name, of an email address or of an external"
              + " id. `filter[id]` takes up to 100 ids, separated by commas, and cannot be combined"
              + " with `q`; unknown ids are omitted.")
  public DataPage<UserView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("q") @Nullable String q,
      @QueryParam(IDS) @Nullable String ids,
      @QueryParam("filter[status]") @Nullable String status) {
    User.Status filter = Parameters.choice("filter[status]", User.Status.class, status);
    String search = Parameters.text("q", q);
    String among = ids == null ? "users" : "users of " + ids;
    ListRequest list = ListRequest.of(among, limit, cursor, status, search);
    Page<User> page =
        ids == null
            ? users.page(changes.organization(), list.page(), filter, search)
            : users.among(changes.organization(), list.page(), filter, read(ids, search));
    return list.answer(page, UserView::of);
  }

  private static List<UserId> read(String ids, @Nullable String search) {
    if (search != null) {
      throw IamException.validation(IDS, "cannot be combined with 'q'");
    }
    String[] each = ids.split(",", -1);
    if (each.length > MAX_IDS) {
      throw noIds();
    }
    return Arrays.stream(each)
        .map(id -> UserId.parse(id).orElseThrow(UserResource::noIds))
        .toList();
  }

  private static IamException noIds() {
    return IamException.validation(IDS, "must be 1 to " + MAX_IDS + " ids, separated by commas");
  }

  @POST
  @RequiresPermission(MANAGE)
  @Operation(summary = "Create a user")
  @ResponseStatus(201)
  public RestResponse<Data<UserView>> create(@NotNull @Valid CreateUserRequest request) {
    User created = changes.policyOverFacts(recording -> users.createAtEnd(recording, request));
    return Answer.created(PATH + created.id(), UserView.of(created), created.revision());
  }

  @GET
  @Path("{user}")
  @RequiresPermission(READ)
  @Operation(summary = "Read a user")
  public RestResponse<Data<UserView>> get(@PathParam("user") String user) {
    return answer(named(user));
  }

  @PATCH
  @Consumes({MediaType.APPLICATION_JSON, MergePatch.MEDIA_TYPE})
  @Path("{user}")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Change a user's name, email address or attributes")
  public RestResponse<Data<UserView>> update(
      @PathParam("user") String user,
      @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = UpdateUserRequest.class)))
          Patch<UpdateUserRequest> patch) {
    return answer(
        changes.policy(recording -> users.update(recording, named(user).id(), patch, ifMatch)));
  }

  @POST
  @Path("{user}/suspend")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Suspend a user, who is then denied all access")
  public RestResponse<Data<UserView>> suspend(
      @PathParam("user") String user, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return set(user, User.Status.SUSPENDED, ifMatch);
  }

  @POST
  @Path("{user}/reactivate")
  @RequiresPermission(MANAGE)
  @Operation(summary = "Reactivate a suspended user, who regains all former rights")
  public RestResponse<Data<UserView>> reactivate(
      @PathParam("user") String user, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch) {
    return set(user, User.Status.ACTIVE, ifMatch);
  }

  private RestResponse<Data<UserView>> set(
      String user, User.Status status, @Nullable String ifMatch) {
    return answer(
        changes.policy(recording -> users.setStatus(recording, named(user).id(), status, ifMatch)));
  }

  private User named(String reference) {
    return users.get(changes.organization(), reference);
  }

  private static RestResponse<Data<UserView>> answer(User user) {
    return Answer.of(UserView.of(user), user.revision());
  }

  /** A user as the API shows it; see {@link User} for the meaning of the members. */
  @RegisterForReflection
  public record UserView(
      UUID id,
      @Nullable String externalId,
      @Nullable String email,
      String name,
      User.Status status,
      Map<String, Object> attributes,
      Instant createdAt) {

    static UserView of(User user) {
      return new UserView(
          user.id().value(),
          user.externalId(),
          user.email(),
          user.name(),
          user.status(),
          user.attributes(),
          user.createdAt());
    }
  }
}

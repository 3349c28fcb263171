package io.iamplane.grant;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.change.CallerChanges;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.ListRequest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The grants of a user, without those of the user's groups. */
@RunOnVirtualThread
@Path("/api/iam/v1/users")
public class UserGrantsResource {

  private final UserService users;
  private final GrantService grants;
  private final CallerChanges changes;

  UserGrantsResource(UserService users, GrantService grants, CallerChanges changes) {
    this.users = users;
    this.grants = grants;
    this.changes = changes;
  }

  /** A page of grants within an object. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record GrantsPage(GrantsView data, @Nullable String nextCursor) {}

  @RegisterForReflection
  public record GrantsView(List<GrantView> grants) {}

  @GET
  @Path("{user}/grants")
  @RequiresPermission("iam:users.read")
  @Operation(
      summary = "List a user's direct grants, oldest first",
      description = "For permissions granted through groups, see effective-permissions.")
  public GrantsPage grants(
      @PathParam("user") String user,
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor) {
    User named = users.get(changes.organization(), user);
    ListRequest list = ListRequest.of("user-grants", limit, cursor, named.id());
    Page<Grant> page =
        grants.page(
            changes.organization(),
            list.page(),
            new GrantFilter(named.subject(), null, null, null));
    return new GrantsPage(
        new GrantsView(page.items().stream().map(GrantView::of).toList()),
        PageRequest.cursor(page, list.list()));
  }
}

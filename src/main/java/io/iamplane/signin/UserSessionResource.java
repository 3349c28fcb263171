package io.iamplane.signin;

import io.iamplane.change.CallerChanges;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Sessions of the organization's people, for its administrators. */
@RunOnVirtualThread
@Path("/api/iam/v1/users/{user}/sessions")
public class UserSessionResource {

  private static final String READ = "iam:users.read";
  private static final String MANAGE = "iam:users.manage";

  private final PersonSessions sessions;
  private final UserService users;
  private final CallerChanges changes;

  UserSessionResource(PersonSessions sessions, UserService users, CallerChanges changes) {
    this.sessions = sessions;
    this.users = users;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(
      summary = "List a user's sessions, oldest first",
      description = "Lists only sessions that have not ended; a person has at most 20.")
  public DataPage<SessionView> list(@PathParam("user") String user) {
    return new DataPage<>(sessions.list(changes.organization(), id(user)), null);
  }

  @DELETE
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "End all of a user's sessions and revoke the user's access tokens",
      description = "Returns the ended sessions. The user can sign in again.")
  public DataPage<SessionView> endAll(@PathParam("user") String user) {
    return new DataPage<>(changes.policy(recording -> sessions.endAll(recording, id(user))), null);
  }

  @DELETE
  @Path("{session}")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "End one of a user's sessions and revoke all of the user's access tokens",
      description =
          "Applications in the user's other sessions can get new tokens without asking the user to"
              + " sign in. Returns the session's last state.")
  public Data<SessionView> end(
      @PathParam("user") String user, @PathParam("session") String session) {
    return new Data<>(changes.policy(recording -> sessions.end(recording, id(user), session)));
  }

  private UserId id(String reference) {
    return users.get(changes.organization(), reference).id();
  }
}

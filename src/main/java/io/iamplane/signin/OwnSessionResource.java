package io.iamplane.signin;

import io.iamplane.change.CallerChanges;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;

@RunOnVirtualThread
@Path("/api/iam/v1/me/sessions")
public class OwnSessionResource {

  private static final String WHY = "the sessions are the caller's own";

  private final PersonSessions sessions;
  private final CallerChanges changes;
  private final CurrentCaller caller;

  OwnSessionResource(PersonSessions sessions, CallerChanges changes, CurrentCaller caller) {
    this.sessions = sessions;
    this.changes = changes;
    this.caller = caller;
  }

  @GET
  @AnyCaller(WHY)
  @Operation(
      summary = "List the caller's own sessions, oldest first",
      description = "A person has at most 20 sessions; a service account has none.")
  public DataPage<SessionView> list() {
    return new DataPage<>(
        UserId.of(caller.get().subject())
            .map(user -> sessions.list(changes.organization(), user))
            .orElse(List.of()),
        null);
  }

  @DELETE
  @Path("{session}")
  @AnyCaller(WHY)
  @Operation(
      summary = "End one of the caller's own sessions",
      description =
          "Also revokes the caller's access tokens; applications in the caller's other sessions can"
              + " get new ones without asking the caller to sign in. Returns the session's last"
              + " state.")
  public Data<SessionView> end(@PathParam("session") String session) {
    UserId user = UserId.of(caller.get().subject()).orElseThrow(IamException::notFound);
    return new Data<>(changes.policy(recording -> sessions.end(recording, user, session)));
  }
}

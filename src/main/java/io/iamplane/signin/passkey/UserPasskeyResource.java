package io.iamplane.signin.passkey;

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

/** Passkeys of the organization's people, for its administrators. */
@RunOnVirtualThread
@Path("/api/iam/v1/users/{user}/passkeys")
public class UserPasskeyResource {

  private static final String READ = "iam:users.read";
  private static final String MANAGE = "iam:users.manage";

  private final PersonPasskeys passkeys;
  private final UserService users;
  private final CallerChanges changes;

  UserPasskeyResource(PersonPasskeys passkeys, UserService users, CallerChanges changes) {
    this.passkeys = passkeys;
    this.users = users;
    this.changes = changes;
  }

  @GET
  @RequiresPermission(READ)
  @Operation(
      summary = "List a user's passkeys, oldest first",
      description = "A person has at most 20 passkeys.")
  public DataPage<PasskeyView> list(@PathParam("user") String user) {
    return new DataPage<>(passkeys.list(changes.organization(), id(user)), null);
  }

  @DELETE
  @Path("{passkey}")
  @RequiresPermission(MANAGE)
  @Operation(
      summary = "Remove one of a user's passkeys and end all of the user's sessions",
      description =
          "Use this if someone else may have the device. Also revokes all of the user's access"
              + " tokens. A user who no longer has a passkey needs a new link from the operator."
              + " Returns the passkey's last state.")
  public Data<PasskeyView> remove(
      @PathParam("user") String user, @PathParam("passkey") String passkey) {
    return new Data<>(changes.policy(recording -> passkeys.remove(recording, id(user), passkey)));
  }

  private UserId id(String reference) {
    return users.get(changes.organization(), reference).id();
  }
}

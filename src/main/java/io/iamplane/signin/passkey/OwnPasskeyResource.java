package io.iamplane.signin.passkey;

import io.iamplane.change.CallerChanges;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The caller's own passkeys. A change takes a sign-in with one (aal2). */
@RunOnVirtualThread
@Path("/api/iam/v1/me/passkeys")
public class OwnPasskeyResource {

  private static final String WHY = "the passkeys are the caller's own";

  private final PersonPasskeys passkeys;
  private final CallerChanges changes;
  private final CurrentCaller caller;

  OwnPasskeyResource(PersonPasskeys passkeys, CallerChanges changes, CurrentCaller caller) {
    this.passkeys = passkeys;
    this.changes = changes;
    this.caller = caller;
  }

  /** The name that an owner gives a passkey. */
  @RegisterForReflection
  public record RenamePasskeyRequest(
      @NotNull
          @Size(min = 1, max = 100)
          @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
          @Schema(examples = "Phone")
          String name) {}

  @GET
  @AnyCaller(WHY)
  @Operation(
      summary = "List the caller's own passkeys, oldest first",
      description = "A person has at most 20 passkeys; a service account has none.")
  public DataPage<PasskeyView> list() {
    return new DataPage<>(
        UserId.of(caller.get().subject())
            .map(user -> passkeys.list(changes.organization(), user))
            .orElse(List.of()),
        null);
  }

  @POST
  @Path("{passkey}/rename")
  @AnyCaller(WHY)
  @Operation(summary = "Rename one of the caller's own passkeys")
  public Data<PasskeyView> rename(
      @PathParam("passkey") String passkey, @NotNull @Valid RenamePasskeyRequest request) {
    UserId user = verified();
    return new Data<>(
        changes.operational(
            recording -> passkeys.rename(recording, user, passkey, request.name())));
  }

  @DELETE
  @Path("{passkey}")
  @AnyCaller(WHY)
  @Operation(
      summary = "Remove one of the caller's own passkeys",
      description =
          "The last passkey can be removed only while a link for a new one is open; removing"
              + " the last passkey also ends the caller's sessions and revokes the caller's access"
              + " tokens. Returns the passkey's last state.")
  public Data<PasskeyView> remove(@PathParam("passkey") String passkey) {
    UserId user = verified();
    return new Data<>(changes.policy(recording -> passkeys.removeOwn(recording, user, passkey)));
  }

  private UserId verified() {
    UserId user = UserId.of(caller.get().subject()).orElseThrow(IamException::notFound);
    if (caller.get().aal().compareTo(Aal.AAL2) < 0) {
      throw IamException.of(
          ErrorCode.STEP_UP_REQUIRED, "Authenticate at a higher assurance level.");
    }
    return user;
  }
}

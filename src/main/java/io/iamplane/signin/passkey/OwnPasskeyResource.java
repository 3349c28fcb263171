package io.iamplane.signin.passkey;

import io.iamplane.change.CallerChanges;
import io.iamplane.database.Transactions;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Data;
import io.iamplane.signin.OwnAccount;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The caller's own passkeys. */
@RunOnVirtualThread
@Path("/api/iam/v1/me/passkeys")
public class OwnPasskeyResource {

  private final PasskeyQuery query;
  private final PasskeyEnds ends;
  private final OwnAccount own;
  private final CallerChanges changes;
  private final Transactions transactions;

  OwnPasskeyResource(
      PasskeyQuery query,
      PasskeyEnds ends,
      OwnAccount own,
      CallerChanges changes,
      Transactions transactions) {
    this.query = query;
    this.ends = ends;
    this.own = own;
    this.changes = changes;
    this.transactions = transactions;
  }

  /**
   * A passkey.
   *
   * @param backupEligible true if its owner's other devices may get it
   * @param lastUsedAt null before its first sign-in
   */
  @RegisterForReflection
  public record OwnPasskeyView(
      UUID id,
      boolean backupEligible,
      boolean backedUp,
      Instant createdAt,
      @Nullable Instant lastUsedAt) {}

  @GET
  @AnyCaller("they are the caller's own")
  @Operation(
      summary = "List the caller's own passkeys, oldest first",
      description = "At most 20; none for an account that is not a person's.")
  public Data<List<OwnPasskeyView>> list() {
    List<OwnPasskeyView> passkeys =
        own.person()
            .map(user -> transactions.call(() -> query.views(changes.organization(), user)))
            .orElse(List.of());
    return new Data<>(passkeys);
  }

  @DELETE
  @Path("{passkey}")
  @AnyCaller("it is the caller's own")
  @Operation(
      summary = "Remove a passkey of the caller's own",
      description =
          "404 for a passkey of another person; 409 for the only one, without which its owner could"
              + " not sign in. Sessions that it began live on: see me/sessions.")
  public Data<OwnPasskeyView> remove(@PathParam("passkey") String passkey) {
    UUID id = UuidV7.parse(passkey).orElseThrow(IamException::notFound);
    UserId user = own.person().orElseThrow(IamException::notFound);
    return changes.operational(recording -> {
      List<OwnPasskeyView> present = query.views(recording.organization(), user);
      OwnPasskeyView found =
          present.stream()
              .filter(each -> each.id().equals(id))
              .findAny()
              .orElseThrow(IamException::notFound);
      if (present.size() == 1) {
        throw IamException.of(
            ErrorCode.CONFLICT, "This is your only passkey: without it you could not sign in.");
      }
      ends.remove(recording, new EnrolledPasskey(id, user, found.backupEligible()));
      return new Data<>(found);
    });
  }
}

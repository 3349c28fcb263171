package io.iamplane.key.admin;

import io.iamplane.key.KeyInventory;
import io.iamplane.key.KeyPurpose;
import io.iamplane.key.KeyRotation;
import io.iamplane.key.KeyView;
import io.iamplane.key.SigningKey;
import io.iamplane.key.SigningKeys;
import io.iamplane.key.lifecycle.KeyStatus;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DataPage;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Parameters;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The installation's signing keys, as the platform's administrators manage them. */
@RunOnVirtualThread
@Path("/api/iam/v1/keys")
public class KeyResource {

  private static final String READ = "iam:keys.read";
  private static final String MANAGE = "iam:keys.manage";

  private final SigningKeys keys;
  private final KeyInventory inventory;
  private final CurrentCaller caller;

  KeyResource(SigningKeys keys, KeyInventory inventory, CurrentCaller caller) {
    this.keys = keys;
    this.inventory = inventory;
    this.caller = caller;
  }

  /**
   * The body of a rotation; absent for the key of tokens.
   *
   * @param purpose which key; token when absent
   */
  @RegisterForReflection
  public record RotateKeyRequest(@Nullable @Schema(examples = "token") KeyPurpose purpose) {}

  /**
   * The body of a revocation.
   *
   * @param reason why, recorded in the platform's audit log
   */
  @RegisterForReflection
  public record RevokeKeyRequest(
      @NotBlank
          @Size(max = 500)
          @Pattern(regexp = "\\P{Cntrl}*", message = "must not contain control characters")
          @Schema(examples = "INC-42: a backup was lost")
          String reason) {}

  /**
   * The keys of a purpose after a rotation or a revocation.
   *
   * @param rotated true if another key signs now
   * @param rotatesFrom the earliest time at which the standby can sign; absent without a standby
   * @param keys that had not ended before, and the revoked one
   */
  @RegisterForReflection
  public record KeyStepView(
      KeyPurpose purpose, boolean rotated, @Nullable Instant rotatesFrom, List<KeyView> keys) {}

  @GET
  @RequiresPermission(value = READ, platform = true)
  @Operation(summary = "List the signing keys, including retired and revoked keys, oldest first")
  public DataPage<KeyView> list(
      @QueryParam("limit") @Nullable String limit,
      @QueryParam("cursor") @Nullable String cursor,
      @QueryParam("filter[purpose]") @Nullable String purpose,
      @QueryParam("filter[status]") @Nullable String status) {
    KeyPurpose kind = Parameters.choice("filter[purpose]", KeyPurpose.class, purpose);
    KeyStatus wanted = Parameters.choice("filter[status]", KeyStatus.class, status);
    ListRequest list = ListRequest.of("keys", limit, cursor, purpose, status);
    return list.answer(inventory.page(list.page(), kind, wanted), key -> key);
  }

  @POST
  @Path("rotate")
  @RequiresPermission(value = MANAGE, platform = true)
  @Operation(
      summary = "Rotate to the standby key",
      description =
          "Changes nothing and returns `rotated: false` within six minutes of another rotation or a"
              + " revocation, because some caches may not have the standby key yet. `rotates_from`"
              + " is the earliest time at which the standby key can sign.")
  public Data<KeyStepView> rotate(@Valid @Nullable RotateKeyRequest request) {
    KeyPurpose purpose =
        request == null || request.purpose() == null ? KeyPurpose.TOKEN : request.purpose();
    return answer(() -> keys.rotate(caller.get(), purpose));
  }

  @POST
  @Path("{kid}/revoke")
  @RequiresPermission(value = MANAGE, platform = true)
  @Operation(
      summary = "Revoke a signing key that may have leaked",
      description =
          "Within a second, every server rejects signatures made with the key. Other verifiers"
              + " reject them once their copy of the JWKS has expired. If the key is active, the"
              + " standby key takes its place. A revocation cannot be undone.")
  public Data<KeyStepView> revoke(
      @PathParam("kid") String kid, @NotNull @Valid RevokeKeyRequest request) {
    return answer(() -> keys.revoke(caller.get(), kid, request.reason()));
  }

  private Data<KeyStepView> answer(Supplier<KeyRotation> step) {
    KeyRotation done = done(step);
    Set<String> kids = done.keys().stream().map(SigningKey::kid).collect(Collectors.toSet());
    List<KeyView> shown = inventory.all().stream().filter(key -> kids.contains(key.kid())).toList();
    return new Data<>(new KeyStepView(done.purpose(), done.isRotated(), done.rotatesFrom(), shown));
  }

  private static KeyRotation done(Supplier<KeyRotation> step) {
    try {
      return step.get();
    } catch (KeyProviderUnavailableException e) {
      throw IamException.dependencyUnavailable(e);
    }
  }
}

package io.iamplane.audit.erasure;

import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Erasure of people from the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/audit/erase-subject")
public class ErasureResource {

  private static final String SUSPEND = "iam:users.manage";

  private final ErasureService erasures;
  private final Authorizer authorizer;
  private final CurrentCaller caller;

  ErasureResource(ErasureService erasures, Authorizer authorizer, CurrentCaller caller) {
    this.erasures = erasures;
    this.authorizer = authorizer;
    this.caller = caller;
  }

  @POST
  @RequiresPermission("iam:audit.manage")
  @Operation(
      summary = "Erase a person's data permanently",
      description =
          "Empties and suspends the user, deletes personal values from records, and blanks events "
              + "and all other copies of texts that name the person. Recorded decisions about the "
              + "person are erased later, within minutes or hours: `decisions` in the response "
              + "shows the progress; repeat the request to check it again. The chain and its "
              + "proofs remain valid. The erasure cannot be undone. Returns 409 if places that the "
              + "service cannot blank, such as a condition or a key, name the person; the error "
              + "lists these places. With `accept_remaining`, everything else is erased, and the "
              + "response lists the places. Also requires iam:users.manage, because it suspends "
              + "the user.")
  public Data<ErasureView> erase(@NotNull @Valid EraseSubjectRequest request) {
    Caller asking = caller.get();
    if (authorizer.authorize(asking, SUSPEND) != Authorizer.Verdict.ALLOWED) {
      throw IamException.of(
          ErrorCode.FORBIDDEN, "The permission " + SUSPEND + " is also required.");
    }
    return new Data<>(
        erasures.eraseUser(
            asking, asking.organization(), request.reference(), request.acceptsRemaining()));
  }

  /**
   * The subject to erase.
   *
   * @param subject {@code type:id}; a user may be named by external id
   * @param acceptRemaining true to erase although places that only their owners can change, or that
   *     are chained in clear, go on naming the person
   */
  @RegisterForReflection
  public record EraseSubjectRequest(
      @NotBlank @Size(max = 400) @Schema(examples = "user:ann") String subject,
      @Nullable Boolean acceptRemaining) {

    SubjectRef reference() {
      return SubjectRef.parse(subject)
          .orElseThrow(() -> IamException.validation("subject", "must be type:id"));
    }

    boolean acceptsRemaining() {
      return Boolean.TRUE.equals(acceptRemaining);
    }
  }
}

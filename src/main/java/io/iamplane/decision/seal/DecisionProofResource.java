package io.iamplane.decision.seal;

import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Proves recorded decisions to the caller's organization. */
@RunOnVirtualThread
@Path("/api/iam/v1/decisions/{decision}/proof")
public class DecisionProofResource {

  private final DecisionProofs proofs;
  private final CurrentCaller caller;

  DecisionProofResource(DecisionProofs proofs, CurrentCaller caller) {
    this.proofs = proofs;
    this.caller = caller;
  }

  @GET
  @RequiresPermission("iam:decisions.read")
  @Operation(summary = "Prove that a decision is recorded")
  @APIResponse(responseCode = "200")
  @APIResponse(
      responseCode = "409",
      description = "The decision is not sealed yet, or decisions are not recorded in the database")
  public Data<DecisionProofView> proof(@PathParam("decision") String decision) {
    return new Data<>(
        proofs.of(
            caller.get().organization(),
            UuidV7.parse(decision).orElseThrow(IamException::notFound)));
  }
}

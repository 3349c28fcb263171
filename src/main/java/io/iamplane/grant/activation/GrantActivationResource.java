package io.iamplane.grant.activation;

import io.iamplane.change.CallerChanges;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantView;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.Answer;
import io.iamplane.shared.wire.Data;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.RestResponse;

/** Activates grants of the caller's own. */
@RunOnVirtualThread
@Path("/api/iam/v1/grants/{grant}/activate")
public class GrantActivationResource {

  private final GrantActivation activation;
  private final CallerChanges changes;

  GrantActivationResource(GrantActivation activation, CallerChanges changes) {
    this.activation = activation;
    this.changes = changes;
  }

  @POST
  @AnyCaller("the grant is the caller's own and is meant to be activated")
  @Operation(
      summary = "Activate one of the caller's dormant grants for a limited time",
      description =
          "Returns 404 for another subject's grant. The activation ends after its duration, or"
              + " earlier if the grant expires, is suspended or is revoked.")
  public RestResponse<Data<GrantView>> activate(
      @PathParam("grant") String grant, @NotNull @Valid ActivateGrantRequest request) {
    GrantId id = GrantId.parse(grant).orElseThrow(IamException::notFound);
    Grant after = changes.policy(recording -> activation.activate(recording, id, request));
    return Answer.of(GrantView.of(after), after.revision());
  }
}

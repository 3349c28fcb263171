package io.iamplane.decision.wire;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Data;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The caller's own rights in the control plane, by which a user interface offers its acts. */
@RunOnVirtualThread
@Path("/api/iam/v1/me/permissions")
public class OwnPermissionsResource {

  private final DecisionService decisions;
  private final CurrentCaller caller;

  OwnPermissionsResource(DecisionService decisions, CurrentCaller caller) {
    this.decisions = decisions;
    this.caller = caller;
  }

  /** Rights in the control plane, in the order of their keys. */
  @RegisterForReflection
  public record OwnPermissionsView(long policyVersion, List<String> permissions) {}

  @GET
  @AnyCaller(value = "it concerns only the caller", anyScope = true)
  @Operation(
      summary = "List the caller's own permissions in the control plane",
      description =
          "Includes permissions that require a stronger sign-in. Use the list only to choose which"
              + " operations to offer: the permission for an operation is decided, and the decision"
              + " recorded, when the operation is requested.")
  public Data<OwnPermissionsView> list() {
    Caller asking = caller.get();
    PolicyView view = decisions.policy(asking.organization(), 0);
    if (view.policy() == null) {
      throw IamException.of(
          ErrorCode.DEPENDENCY_UNAVAILABLE, "The policy is temporarily unavailable.");
    }
    List<String> held =
        Arrays.stream(ControlPlanePermission.values())
            .map(ControlPlanePermission::key)
            .filter(permission -> asking.covers(permission) && may(asking, view, permission))
            .sorted()
            .toList();
    return new Data<>(new OwnPermissionsView(view.policy().version(), held));
  }

  private boolean may(Caller asking, PolicyView view, String permission) {
    Decision decision =
        decisions.authorize(
            asking.organization(), view, Requester.ofControlPlane(asking, permission));
    return decision.allowed() || decision.reason() == ReasonCode.STEP_UP_REQUIRED;
  }
}

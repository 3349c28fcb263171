package io.iamplane.guard;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Recording;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Asks the policy that a change starts from what the caller of that change may do. */
@Singleton
class CallerPermissions {

  private final DecisionService decisions;
  private final PolicyDrafts drafts;

  CallerPermissions(DecisionService decisions, PolicyDrafts drafts) {
    this.decisions = decisions;
    this.drafts = drafts;
  }

  /**
   * Who changes something.
   *
   * @param base reads the policy that the change starts from
   */
  record Actor(OrganizationId organization, Caller caller, Supplier<PolicyView> base) {}

  /** The caller of a change. */
  Actor actor(Recording recording) {
    return new Actor(recording.organization(), recording.caller(), () -> drafts.base(recording));
  }

  /** Who would make a change, which is not made. */
  Actor actor(OrganizationId organization, Caller caller) {
    return new Actor(organization, caller, () -> drafts.base(organization));
  }

  /**
   * Requires that an account holds all of some permissions.
   *
   * @param may what only its holders may do: {@code grant a privilege that includes it}
   * @throws IamException FORBIDDEN naming one that is missing
   */
  void requireAll(Actor actor, Set<ControlPlanePermission> permissions, String may) {
    if (permissions.isEmpty()) {
      return;
    }
    PolicyView policy = actor.base().get();
    for (ControlPlanePermission permission : permissions) {
      if (!holds(actor, policy, permission)) {
        throw IamException.of(
            ErrorCode.FORBIDDEN, "You must hold " + permission.key() + " to " + may + ".");
      }
    }
  }

  private boolean holds(Actor actor, PolicyView policy, ControlPlanePermission permission) {
    Caller caller = actor.caller();
    DecisionRequest request =
        new DecisionRequest(
            Party.of(caller.subject()),
            new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
            null,
            Map.of(),
            Map.of(),
            caller.aal());
    return caller.covers(permission.key())
        && decisions.authorize(actor.organization(), policy, request).allowed();
  }
}

package io.iamplane.escalation;

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

/** Checks the permissions of a change's caller by the policy that the change starts from. */
@Singleton
class CallerPermissions {

  private final DecisionService decisions;
  private final PolicyDrafts drafts;

  CallerPermissions(DecisionService decisions, PolicyDrafts drafts) {
    this.decisions = decisions;
    this.drafts = drafts;
  }

  /**
   * The author of a change.
   *
   * @param base reads the policy that the change starts from
   */
  record Actor(OrganizationId organization, Caller caller, Supplier<PolicyView> base) {}

  Actor actor(Recording recording) {
    return new Actor(recording.organization(), recording.caller(), () -> drafts.base(recording));
  }

  /** Returns the actor of a change that is only tried. */
  Actor actor(OrganizationId organization, Caller caller) {
    return new Actor(organization, caller, () -> drafts.base(organization));
  }

  /**
   * Requires that an account holds all of some permissions.
   *
   * @param may the act that needs them: {@code grant a privilege that includes it}
   * @throws IamException FORBIDDEN naming a missing one
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

package io.iamplane.decision;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * The assurance that people need for permissions of high risk: signing keys, the audit log with its
 * erasures, organizations, the provider by which people sign in, and rights that the giver lacks. A
 * machine has no second factor to show, so that a person needs the same assurance to give it such a
 * permission, or a credential of an account with one.
 */
@Singleton
public class StepUp {

  static final Aal LEAST = Aal.AAL2;

  private static final Set<String> HIGH_RISK =
      Set.of(
          ControlPlanePermission.KEYS_MANAGE.key(),
          ControlPlanePermission.AUDIT_MANAGE.key(),
          ControlPlanePermission.ORGANIZATIONS_MANAGE.key(),
          ControlPlanePermission.IDENTITY_PROVIDER_MANAGE.key(),
          ControlPlanePermission.ESCALATE.key());

  private final boolean highRisk;

  StepUp(StepUpConfig config) {
    this.highRisk = config.highRisk();
  }

  /** Returns true if the caller must authenticate at a higher level first. */
  public boolean isDue(Caller caller, String permission) {
    return highRisk
        && caller.subject().type().equals(SubjectRef.USER)
        && caller.aal().compareTo(LEAST) < 0
        && HIGH_RISK.contains(permission);
  }
}

package io.iamplane.decision;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * The assurance that people need for permissions of high risk: signing keys, the audit log with its
 * erasures, and organizations. A machine has no second factor to show; its credential is guarded by
 * other means.
 */
@Singleton
class StepUp {

  private static final Set<String> HIGH_RISK =
      Set.of(
          ControlPlanePermission.KEYS_MANAGE.key(),
          ControlPlanePermission.AUDIT_MANAGE.key(),
          ControlPlanePermission.ORGANIZATIONS_MANAGE.key());

  private final boolean highRisk;

  StepUp(StepUpConfig config) {
    this.highRisk = config.highRisk();
  }

  /** Returns true if the caller must authenticate at a higher level first. */
  boolean isDue(Caller caller, String permission) {
    return highRisk
        && caller.subject().type().equals(SubjectRef.USER)
        && caller.aal().compareTo(Aal.AAL2) < 0
        && HIGH_RISK.contains(permission);
  }
}

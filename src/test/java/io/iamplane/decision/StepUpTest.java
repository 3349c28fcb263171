package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import java.util.EnumSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** People need aal2 for permissions of high risk, and machines do not. */
class StepUpTest {

  private final StepUp on = new StepUp(() -> true);

  private static Caller caller(String type, Aal aal) {
    return new Caller(
        new OrganizationId(UuidV7.next()),
        false,
        new SubjectRef(type, UuidV7.next().toString()),
        "panel",
        aal,
        new Caller.Origin("c", "127.0.0.1", null));
  }

  @Test
  void itIsDueForAWeaklyAuthenticatedPersonAndPermissionsOfHighRisk() {
    Caller weak = caller(SubjectRef.USER, Aal.AAL1);
    assertThat(
            EnumSet.allOf(ControlPlanePermission.class).stream()
                .filter(each -> on.isDue(weak, each.key()))
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(
            ControlPlanePermission.KEYS_MANAGE,
            ControlPlanePermission.AUDIT_MANAGE,
            ControlPlanePermission.ORGANIZATIONS_MANAGE,
            ControlPlanePermission.IDENTITY_PROVIDER_MANAGE,
            ControlPlanePermission.ESCALATE);
  }

  @Test
  void neitherStrongPeopleNorMachinesNeedIt() {
    String permission = ControlPlanePermission.KEYS_MANAGE.key();
    assertThat(on.isDue(caller(SubjectRef.USER, Aal.AAL2), permission)).isFalse();
    assertThat(on.isDue(caller(SubjectRef.USER, Aal.AAL3), permission)).isFalse();
    assertThat(on.isDue(caller("service_account", Aal.AAL1), permission)).isFalse();
  }

  @Test
  void aSettingTurnsItOff() {
    assertThat(
            new StepUp(() -> false)
                .isDue(
                    caller(SubjectRef.USER, Aal.AAL1), ControlPlanePermission.AUDIT_MANAGE.key()))
        .isFalse();
  }
}

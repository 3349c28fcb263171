package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.catalog.role.CreateRoleRequest;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change that makes a role and grants it at once gives what two changes would give. */
@QuarkusTest
class NewRoleDbTest {

  @Inject PowerWorld world;
  @Inject Changes changes;

  private OrganizationId tenant;
  private SubjectRef account;
  private SubjectRef ann;

  @BeforeEach
  void aManagerOfGrants() {
    tenant = world.tenant();
    world.operator(
        tenant,
        recording -> {
          account = world.account(recording, "manager");
          ann = world.user(recording);
          for (String key : List.of("iam:grants.manage", "iam:roles.manage", "shop:hot.run")) {
            world.grants.create(recording, PowerWorld.privilege(account, key).build());
          }
        });
  }

  private boolean granted(SubjectRef to, boolean privileged, String... permissions) {
    Caller caller =
        new Caller(
            tenant, false, account, "client", Aal.AAL1, new Caller.Origin("role", null, null));
    return changes.record(
        Change.policy(
            caller,
            tenant,
            recording -> {
              world.roles.create(
                  recording,
                  CreateRoleRequest.of("new", "New", List.of(permissions), List.of(), privileged));
              world.grants.create(recording, PowerWorld.privilege(to, "role new").build());
              return true;
            }));
  }

  @Test
  void nobodyGetsPrivilegedRightsByAnOwnNewRole() {
    assertThatThrownBy(() -> granted(account, false, "shop:hot.run"))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("You cannot give yourself shop:hot.run");
    assertThatThrownBy(() -> granted(account, true, "shop:low.run"))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("You cannot grant yourself a privileged role");
    assertThatThrownBy(() -> granted(ann, false, "iam:audit.read"))
        .isInstanceOf(IamException.class)
        .hasMessageContaining("You must hold iam:audit.read");
    assertThat(granted(ann, false, "shop:hot.run")).isTrue();
  }
}

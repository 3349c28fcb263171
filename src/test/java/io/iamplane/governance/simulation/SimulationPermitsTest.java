package io.iamplane.governance.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.governance.simulation.SimulationPermits.Permit;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import org.junit.jupiter.api.Test;

class SimulationPermitsTest {

  private final SimulationPermits permits = new SimulationPermits();

  @Test
  void aTenantRunsOneAtATime() {
    OrganizationId tenant = OrganizationId.next();
    try (Permit _ = permits.take(tenant)) {
      assertThatThrownBy(() -> permits.take(tenant)).isInstanceOf(IamException.class);
      assertThatCode(() -> permits.take(OrganizationId.next()).close()).doesNotThrowAnyException();
    }
    assertThatCode(() -> permits.take(tenant).close()).doesNotThrowAnyException();
  }

  @Test
  void allTenantsTogetherRunAFew() {
    Permit first = permits.take(OrganizationId.next());
    for (int i = 1; i < SimulationPermits.IN_ALL; i++) {
      permits.take(OrganizationId.next());
    }
    assertThatThrownBy(() -> permits.take(OrganizationId.next())).isInstanceOf(IamException.class);
    first.close();
    assertThatCode(() -> permits.take(OrganizationId.next())).doesNotThrowAnyException();
  }
}

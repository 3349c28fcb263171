package io.iamplane.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.ClientAuthenticator;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** The demo tenant is created once, on a fresh database or beside other tenants. */
@QuarkusTest
class DemoTenantDbTest {

  @Inject DemoTenant demo;
  @Inject OrganizationService organizations;
  @Inject ClientAuthenticator authenticator;

  @Test
  void loadingTwiceMakesItOnce() {
    demo.load(DemoTenantDbTest::caller);
    assertThat(demo.load(DemoTenantDbTest::caller)).isFalse();

    AuthenticatedClient platform = authenticate("dev-admin", "dev-secret");
    assertThat(platform.platform()).isTrue();
    assertThat(platform.client().development()).isTrue();
    AuthenticatedClient tenant = authenticate("demo-admin", "demo-secret");
    assertThat(tenant.platform()).isFalse();
    assertThat(tenant.client().organization())
        .isEqualTo(organizations.byKey("demo").orElseThrow().id());
  }

  private AuthenticatedClient authenticate(String client, String secret) {
    return authenticator.authenticate(client, new Secret(secret)).orElseThrow();
  }

  private static Caller caller(OrganizationId platform) {
    return Caller.command(platform, "tester", "demo-test");
  }
}

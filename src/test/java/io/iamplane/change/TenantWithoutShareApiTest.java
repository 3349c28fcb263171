package io.iamplane.change;

import static org.hamcrest.Matchers.equalTo;

import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.BusyRequests;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A tenant with long requests on all its connections. */
@QuarkusTest
class TenantWithoutShareApiTest {

  private static final int SHARE = 4;

  @Inject TestPlatform platform;
  @Inject ExpectedTenants expected;
  @Inject BusyRequests requests;

  @AfterEach
  void end() {
    requests.close();
  }

  @Test
  void smallChangesNeedNoShareAndOthersAreRefusedAndNotApplied() {
    AdminTenant tenant = new AdminTenant(platform);
    tenant.post("users", "{'name': 'Ann', 'external_id': 'ann'}").statusCode(201);
    // Known for however long the test takes, so that the next change asks the database nothing.
    OrganizationId id = tenant.organization().id();
    expected.expect(id, expected.of(id).orElseThrow());
    requests.hold(platform.caller(tenant.organization(), tenant.administrator()), SHARE);

    tenant.post("users", "{'name': 'Bob', 'external_id': 'bob'}").statusCode(201);
    tenant
        .patch("users/ann", "{'name': 'Eve'}")
        .statusCode(429)
        .header("Retry-After", equalTo("1"))
        .body("outcome", equalTo("not_applied"));

    requests.letGo();
    tenant.get("users/ann").statusCode(200).body("data.name", equalTo("Ann"));
    tenant.get("users/bob").statusCode(200);
    tenant.patch("users/ann", "{'name': 'Eve'}").statusCode(200);
  }
}

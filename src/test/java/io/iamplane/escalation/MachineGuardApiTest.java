package io.iamplane.escalation;

import static org.hamcrest.Matchers.containsString;

import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Service accounts for which a caller may create secrets. */
@QuarkusTest
class MachineGuardApiTest {

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
  }

  @Test
  void theClientOfAnApplicationIsReachedThroughTheApplicationAlone() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String account =
        "service-accounts/"
            + tenant
                .get("applications/warehouse")
                .extract()
                .<String>path("data.service_account_id");
    AdminTenant manager = guarded.as(guarded.holder("iam:service_accounts.manage"));
    for (AdminTenant each : new AdminTenant[] {manager, tenant}) {
      each.post(account + "/rotate-secret")
          .statusCode(409)
          .body("detail", containsString("applications/warehouse/rotate-secret"));
      each.delete(account)
          .statusCode(409)
          .body("detail", containsString("applications/warehouse/revoke-client"));
      each.patch(account, "{'scopes': ['iam:*']}").statusCode(409);
      each.patch(account, "{'jwks': {'keys': []}}").statusCode(409);
      each.patch(account, "{'name': 'Warehouse 2'}").statusCode(200);
    }
    tenant.get(account).statusCode(200);
    tenant.post("applications/warehouse/rotate-secret").statusCode(200);
    tenant.post("applications/warehouse/revoke-client").statusCode(200);
    String plain = manager.made("service-accounts", "{'name': 'Plain'}");
    manager.post("service-accounts/" + plain + "/rotate-secret").statusCode(200);
  }

  @Test
  void aNewMachineBringsNoRightThatItsMakerLacks() {
    tenant.made(
        "grants",
        "{'subject': 'service_account:*', 'privilege_type': 'permission',"
            + " 'privilege_key': 'iam:grants.read', 'condition': 'subject.audits == true'}");
    AdminTenant manager = guarded.as(guarded.holder("iam:service_accounts.manage"));
    manager
        .post("service-accounts", "{'name': 'Spy', 'attributes': {'audits': true}}")
        .statusCode(403)
        .body("detail", containsString("to grant a privilege that includes it"));
    tenant.made("service-accounts", "{'name': 'Auditor', 'attributes': {'audits': true}}");
  }

  @Test
  void anApplicationsFirstManifestBringsNoneEither() {
    tenant.made(
        "grants",
        "{'subject': 'service_account:*', 'privilege_type': 'permission',"
            + " 'privilege_key': 'iam:users.read', 'condition': 'subject.reads == true'}");
    AdminTenant manager = guarded.as(guarded.holder("iam:manifests.submit", "iam:manifests.apply"));
    String manifest =
        manager
            .raw("POST", "applications/warehouse/manifests", AdminTenant.WAREHOUSE)
            .then()
            .statusCode(201)
            .extract()
            .path("data.id");
    manager.post("manifests/" + manifest + "/apply").statusCode(403);
    tenant.post("manifests/" + manifest + "/apply").statusCode(200);
  }

  @Test
  void whatAManifestBringsToItsOwnClientIsExempt() {
    AdminTenant manager = guarded.as(guarded.holder("iam:manifests.submit", "iam:manifests.apply"));
    manager.apply("warehouse", AdminTenant.WAREHOUSE);
  }
}

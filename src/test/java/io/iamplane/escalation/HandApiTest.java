package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static org.hamcrest.Matchers.containsString;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Accounts under common control, at any distance and by any path. */
@QuarkusTest
class HandApiTest {

  private static final String BOSS =
      "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}";

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
  }

  private AdminTenant manager() {
    return guarded.as(
        guarded.holder(
            "iam:service_accounts.manage",
            "iam:groups.manage",
            "iam:roles.manage",
            "iam:grants.manage"));
  }

  @Test
  void anAccountThatAPuppetMadeEarlierIsOnesOwn() {
    IssuedClient maker = guarded.holder("iam:service_accounts.manage");
    String puppet = guarded.as(maker).made("service-accounts", "{'name': 'Puppet'}");
    String crew = guarded.group("crew");
    tenant.post("groups/crew/members", member("service_account:" + puppet)).statusCode(201);
    AdminTenant mallory = manager();
    mallory.post("service-accounts/" + guarded.account(maker) + "/rotate-secret").statusCode(200);
    mallory
        .post("grants", BOSS.formatted(crew))
        .statusCode(403)
        .body("detail", containsString("warehouse:stock.adjust"));
    manager().post("grants", BOSS.formatted(crew)).statusCode(201);
  }
}

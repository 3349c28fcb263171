package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static io.iamplane.escalation.GuardedTenant.membership;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.oneOf;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ann administers, with some denials: callers cannot lift their own denials. */
@QuarkusTest
class DenialGuardApiTest {

  private static final String APPROVE = "iam:manifests.approve";
  private static final String LIFT = "You must hold " + APPROVE + " to lift a denial of it.";

  @Inject TestPlatform platform;
  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private AdminTenant ann;
  private String annSubject;

  @BeforeEach
  void ann() {
    tenant = guarded.tenant();
    IssuedClient client = platform.administrator(tenant.organization());
    ann = guarded.as(client);
    annSubject = "service_account:" + guarded.account(client);
  }

  @Test
  void nobodyLiftsADenialOfWhatTheyDoNotHold() {
    String denial = guarded.grant(annSubject, "permission", APPROVE, "deny");
    ann.post("grants/" + denial + "/revoke").statusCode(403).body("detail", containsString(LIFT));
    tenant.post("grants/" + denial + "/revoke").statusCode(200);
  }

  @Test
  void whatIsNotOfTheControlPlaneIsAnybodysToLift() {
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    String denial = guarded.grant(annSubject, "permission", "warehouse:stock.read", "deny");
    ann.post("grants/" + denial + "/revoke").statusCode(200);
  }

  @Test
  void whatIsSuspendedDeniesNothing() {
    String denial = guarded.grant(annSubject, "permission", APPROVE, "deny");
    guarded.suspend(denial);
    ann.post("grants/" + denial + "/revoke").statusCode(200);
  }

  @Test
  void nobodyLeavesAGroupThatDenies() {
    String outer = guarded.group("outer");
    String inner = guarded.group("inner");
    tenant.post("groups/outer/members", member(inner)).statusCode(201);
    tenant.post("groups/inner/members", member(annSubject)).statusCode(201);
    guarded.grant(outer, "permission", APPROVE, "deny");
    ann.delete(membership("inner", annSubject))
        .statusCode(403)
        .body("detail", containsString(LIFT));
    ann.delete(membership("outer", inner)).statusCode(403);
    ann.delete("groups/inner").statusCode(403);
    ann.delete("groups/outer").statusCode(403);
    tenant.delete(membership("inner", annSubject)).statusCode(200);
    tenant.delete("groups/outer").statusCode(200);
    ann.delete("groups/inner").statusCode(200);
  }

  @Test
  void nobodyTakesWhatDeniesThemOutOfARole() {
    guarded.role("barred", ", 'permissions': ['%s']".formatted(APPROVE));
    guarded.role("outer", ", 'includes': ['barred']");
    String denial = guarded.grant(annSubject, "role", "outer", "deny");
    ann.patch("roles/barred", "{'permissions': []}")
        .statusCode(403)
        .body("detail", containsString(LIFT));
    ann.patch("roles/outer", "{'includes': []}").statusCode(403);
    ann.delete("roles/outer").statusCode(oneOf(403, 409));
    ann.post("grants/" + denial + "/revoke").statusCode(403);
    ann.patch("roles/barred", "{'label': 'Barred', 'permissions': ['iam:manifests.*']}")
        .statusCode(200);
    tenant.patch("roles/outer", "{'includes': []}").statusCode(200);
    ann.patch("roles/barred", "{'permissions': []}").statusCode(200);
  }

  @Test
  void aRoleThatDeniesEveryoneShrinksByWhoHoldsIt() {
    guarded.role("barred", ", 'permissions': ['iam:users.read']");
    String group = guarded.group("some");
    guarded.grant(group, "role", "barred", "deny");
    AdminTenant manager = guarded.as(guarded.holder("iam:roles.manage"));
    manager.patch("roles/barred", "{'permissions': []}").statusCode(403);
    ann.patch("roles/barred", "{'permissions': []}").statusCode(200);
  }

  @Test
  void aManifestWithoutApprovalLiftsNoDenialEither() {
    String hot =
        AdminTenant.WAREHOUSE
            .replace(
                "{\"key\": \"stock.adjust\"}",
                "{\"key\": \"stock.adjust\"}, {\"key\": \"stock.burn\", \"risk\": \"high\"}")
            .replace(
                "\"permissions\": [\"stock.read\"]",
                "\"permissions\": [\"stock.read\", \"stock.burn\"]");
    tenant.apply("warehouse", hot);
    guarded.grant(annSubject, "role", "warehouse:clerk", "deny");
    String cooler = hot.replace("[\"stock.read\", \"stock.burn\"]", "[\"stock.read\"]");
    String id = ann.made("applications/warehouse/manifests", cooler);
    ann.post("manifests/" + id + "/apply")
        .statusCode(403)
        .body("detail", containsString("warehouse:stock.burn"));
    guarded
        .as(guarded.holder("iam:manifests.apply", "warehouse:stock.burn"))
        .post("manifests/" + id + "/apply")
        .statusCode(200);
  }

  @Test
  void aDenialOnSomeResourcesIsLiftedByWhoHoldsTheRightThere() {
    tenant.apply(
        "warehouse",
        AdminTenant.WAREHOUSE.replace(
            "{\"key\": \"stock.adjust\"}",
            "{\"key\": \"stock.adjust\"}, {\"key\": \"stock.burn\", \"risk\": \"high\"}"));
    String puppet = "service_account:" + ann.made("service-accounts", "{'name': 'Puppet'}");
    String grant =
        "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': 'warehouse:stock.burn',"
            + " 'effect': '%s', 'resource': 'site:%s'}";
    tenant.made("grants", grant.formatted(annSubject, "permit", "1"));
    String there = tenant.made("grants", grant.formatted(puppet, "deny", "1"));
    String elsewhere = tenant.made("grants", grant.formatted(puppet, "deny", "2"));
    String anywhere = tenant.made("grants", grant.formatted(puppet, "deny", "*"));
    ann.post("grants/" + there + "/revoke").statusCode(200);
    ann.post("grants/" + elsewhere + "/revoke")
        .statusCode(403)
        .body("detail", containsString("warehouse:stock.burn"));
    ann.post("grants/" + anywhere + "/revoke").statusCode(403);
  }
}

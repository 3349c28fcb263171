package io.iamplane.escalation;

import static org.hamcrest.Matchers.containsString;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An account that may change the attributes of a resource does not widen its own rights on it. */
@QuarkusTest
class ResourcePowerApiTest {

  private static final String PEOPLE =
      AdminTenant.WAREHOUSE.replace(
          "{\"key\": \"stock.adjust\"}",
          "{\"key\": \"stock.adjust\"}, {\"key\": \"pay.raise\", \"risk\": \"high\","
              + " \"resource\": \"user\"}, {\"key\": \"team.close\", \"risk\": \"high\","
              + " \"resource\": \"group\"}, {\"key\": \"any.close\", \"risk\": \"high\"}");

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;
  private String ann;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
    tenant.apply("warehouse", PEOPLE);
    ann = tenant.made("users", "{'name': 'Ann', 'attributes': {'open': false, 'locked': true}}");
  }

  private AdminTenant holder(String permission, String more) {
    IssuedClient client =
        guarded.holder("iam:users.manage", "iam:groups.manage", "iam:service_accounts.manage");
    give(client, permission, more);
    return guarded.as(client);
  }

  private void give(IssuedClient client, String permission, String more) {
    tenant
        .post(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'permission', 'privilege_key': '%s'%s}"
                .formatted(guarded.account(client), permission, more))
        .statusCode(201);
  }

  @Test
  void nobodyOpensWhatTheirRightIsClosedTo() {
    String condition = ", 'condition': 'resource.open == true'";
    AdminTenant mallory = holder("warehouse:pay.raise", condition);
    mallory.patch("users/" + ann, "{'attributes': {'open': false, 'desk': 7}}").statusCode(200);
    mallory
        .patch("users/" + ann, "{'attributes': {'open': true}}")
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
    holder("warehouse:stock.read", condition)
        .patch("users/" + ann, "{'attributes': {'open': true}}")
        .statusCode(200);
  }

  @Test
  void whoHasTheRightWithoutTheConditionMayAndWhoHasItElsewhereToo() {
    IssuedClient boss = guarded.holder("iam:users.manage", "warehouse:pay.raise");
    give(boss, "warehouse:pay.raise", ", 'condition': 'resource.open == true'");
    guarded.as(boss).patch("users/" + ann, "{'attributes': {'open': true}}").statusCode(200);
    String bob = tenant.made("users", "{'name': 'Bob', 'attributes': {'open': false}}");
    AdminTenant mallory =
        holder(
            "warehouse:pay.raise",
            ", 'resource': 'user:%s', 'condition': 'resource.open == true'".formatted(ann));
    mallory.patch("users/" + bob, "{'attributes': {'open': true}}").statusCode(200);
    tenant.patch("users/" + ann, "{'attributes': {'open': false}}").statusCode(200);
    mallory.patch("users/" + ann, "{'attributes': {'open': true}}").statusCode(403);
  }

  @Test
  void norUnlocksWhatTheyAreLockedOutOf() {
    IssuedClient client = guarded.holder("iam:users.manage", "warehouse:pay.raise");
    give(
        client,
        "warehouse:pay.raise",
        ", 'effect': 'deny', 'condition': 'resource.locked == true || context.night == true'");
    AdminTenant mallory = guarded.as(client);
    mallory
        .patch("users/" + ann, "{'attributes': {'locked': false}}")
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
    mallory.patch("users/" + ann, "{'attributes': {'locked': true, 'x': 1}}").statusCode(200);
  }

  @Test
  void aDenialElsewhereIsInNobodysWay() {
    IssuedClient client = guarded.holder("iam:users.manage", "warehouse:pay.raise");
    String bob = tenant.made("users", "{'name': 'Bob', 'attributes': {'locked': true}}");
    give(
        client,
        "warehouse:pay.raise",
        ", 'effect': 'deny', 'resource': 'user:%s', 'condition': 'resource.locked == true'"
            .formatted(bob));
    AdminTenant mallory = guarded.as(client);
    mallory.patch("users/" + ann, "{'attributes': {'locked': false}}").statusCode(200);
    mallory.patch("users/" + bob, "{'attributes': {'locked': false}}").statusCode(403);
  }

  @Test
  void anErasureChangesWhatIsStoredToo() {
    IssuedClient client =
        guarded.holder("iam:audit.manage", "iam:users.manage", "warehouse:pay.raise");
    give(
        client,
        "warehouse:pay.raise",
        ", 'effect': 'deny', 'condition': 'has(resource.locked) && resource.locked == true'");
    AdminTenant mallory = guarded.as(client);
    String erase = "{'subject': 'user:%s'}";
    String bob = tenant.made("users", "{'name': 'Bob', 'attributes': {'desk': 7}}");
    mallory.post("audit/erase-subject", erase.formatted(bob)).statusCode(200);
    mallory
        .post("audit/erase-subject", erase.formatted(ann))
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
    guarded
        .as(guarded.holder("iam:audit.manage", "iam:users.manage"))
        .post("audit/erase-subject", erase.formatted(ann))
        .statusCode(200);
  }

  @Test
  void groupsAndAccountsAreThingsToo() {
    guarded.group("crew");
    String condition = ", 'condition': 'resource.open == true'";
    AdminTenant mallory = holder("warehouse:team.close", condition);
    mallory.patch("groups/crew", "{'attributes': {'open': true}}").statusCode(403);
    mallory.patch("groups/crew", "{'name': 'The crew'}").statusCode(200);
    mallory.patch("users/" + ann, "{'attributes': {'open': true}}").statusCode(200);
    AdminTenant closer = holder("warehouse:any.close", condition);
    String account = tenant.made("service-accounts", "{'name': 'Robot'}");
    closer.patch("service-accounts/" + account, "{'attributes': {'open': true}}").statusCode(403);
    closer.patch("groups/crew", "{'attributes': {'open': true}}").statusCode(403);
    tenant.patch("groups/crew", "{'attributes': {'open': true}}").statusCode(200);
  }

  @Test
  void theRightOfAPuppetIsOnesOwn() {
    IssuedClient client = guarded.holder("iam:users.manage", "iam:service_accounts.manage");
    AdminTenant mallory = guarded.as(client);
    String puppet = mallory.made("service-accounts", "{'name': 'Puppet'}");
    tenant
        .second()
        .post(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'permission', 'privilege_key': 'warehouse:pay.raise', 'condition': 'resource.open == true'}"
                .formatted(puppet))
        .statusCode(201);
    mallory.patch("users/" + ann, "{'attributes': {'open': true}}").statusCode(403);
  }
}

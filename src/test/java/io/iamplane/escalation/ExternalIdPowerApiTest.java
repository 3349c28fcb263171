package io.iamplane.escalation;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions read external ids, so naming an entry must not give its author power. */
@QuarkusTest
class ExternalIdPowerApiTest {

  private static final String RIGHTS =
      AdminTenant.WAREHOUSE.replace(
          "{\"key\": \"stock.adjust\"}",
          "{\"key\": \"stock.adjust\"}, {\"key\": \"pay.raise\", \"risk\": \"high\","
              + " \"resource\": \"user\"}");

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
  }

  private void give(String subject, String permission, String more) {
    tenant
        .post(
            "grants",
            "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'%s}"
                .formatted(subject, permission, more))
        .statusCode(201);
  }

  private void give(IssuedClient client, String permission, String more) {
    give("service_account:" + guarded.account(client), permission, more);
  }

  private static String when(String condition) {
    return ", 'condition': '%s'".formatted(condition.replace("'", "\\\""));
  }

  @Test
  void nobodyNamesAUserIntoARight() {
    give("user:*", "iam:users.read", when("subject.external_id == 'boss'"));
    AdminTenant manager = guarded.as(guarded.holder("iam:users.manage"));
    manager
        .post("users", "{'name': 'Eve', 'external_id': 'boss'}")
        .statusCode(403)
        .body("detail", containsString("iam:users.read"));
    manager.post("users", "{'name': 'Ann', 'external_id': 'clerk'}").statusCode(201);
    manager.post("users", "{'name': 'Bob'}").statusCode(201);
    guarded
        .as(guarded.holder("iam:users.manage", "iam:users.read"))
        .post("users", "{'name': 'Cem', 'external_id': 'boss'}")
        .statusCode(201);
  }

  /** Nothing reads it, so that nothing is gained by it. */
  @Test
  void anAttributeOfThatNameGivesNothing() {
    give("user:*", "iam:users.read", when("subject.external_id == 'boss'"));
    AdminTenant manager = guarded.as(guarded.holder("iam:users.manage"));
    String eve =
        manager.made("users", "{'name': 'Eve', 'attributes': {'external_id': 'boss', 'desk': 7}}");
    manager
        .patch("users/" + eve, "{'attributes': {'external_id': 'Boss', 'desk': 7}}")
        .statusCode(200);
    tenant
        .post(
            "decisions/check",
            "{'subject': 'user:%s', 'permission': 'iam:users.read'}".formatted(eve))
        .statusCode(200)
        .body("data.allowed", equalTo(false));
  }

  @Test
  void nobodyNamesAUserOutOfADenial() {
    give("user:*", "iam:users.read", "");
    give("user:*", "iam:users.read", ", 'effect': 'deny'" + when("!has(subject.external_id)"));
    AdminTenant manager = guarded.as(guarded.holder("iam:users.manage"));
    manager.post("users", "{'name': 'Eve', 'external_id': 'eve'}").statusCode(403);
    manager.post("users", "{'name': 'Bob'}").statusCode(201);
    guarded
        .as(guarded.holder("iam:users.manage", "iam:users.read"))
        .post("users", "{'name': 'Cem', 'external_id': 'cem'}")
        .statusCode(201);
  }

  /** The maker knows its secret, so none of its conditions counts as a limit, for any name. */
  @Test
  void nobodyNamesAMachineOfTheirOwnIntoARight() {
    give("service_account:*", "iam:users.read", when("subject.external_id == 'robot'"));
    AdminTenant manager = guarded.as(guarded.holder("iam:service_accounts.manage"));
    manager
        .post("service-accounts", "{'name': 'Robot', 'external_id': 'robot'}")
        .statusCode(403)
        .body("detail", containsString("iam:users.read"));
  }

  /** An erasure takes the external id away, and with it a denial that rests on it. */
  @Test
  void nobodyErasesTheNameThatLocksThemOut() {
    tenant.apply("warehouse", RIGHTS);
    String ann = tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    String bob = tenant.made("users", "{'name': 'Bob', 'attributes': {'external_id': 'bob'}}");
    IssuedClient client =
        guarded.holder("iam:audit.manage", "iam:users.manage", "warehouse:pay.raise");
    give(
        client,
        "warehouse:pay.raise",
        ", 'effect': 'deny'" + when("has(resource.external_id) && resource.external_id != 'x'"));
    AdminTenant mallory = guarded.as(client);
    String erase = "{'subject': 'user:%s'}";
    mallory.post("audit/erase-subject", erase.formatted(bob)).statusCode(200);
    mallory
        .post("audit/erase-subject", erase.formatted(ann))
        .statusCode(403)
        .body("detail", containsString("warehouse:pay.raise"));
  }

  /** The same words are true of another external id. */
  @Test
  void whatDependsOnAnExternalIdThatOneLacksIsNotHeld() {
    String terms = when("subject.external_id == 'ops'");
    IssuedClient client = guarded.holder("iam:grants.manage");
    give(client, "iam:audit.read", terms);
    String ann = tenant.made("users", "{'name': 'Ann', 'external_id': 'ops'}");
    guarded
        .as(client)
        .post(
            "grants",
            "{'subject': 'user:%s', 'privilege_type': 'permission', 'privilege_key': 'iam:audit.read'%s}"
                .formatted(ann, terms))
        .statusCode(403);
  }
}

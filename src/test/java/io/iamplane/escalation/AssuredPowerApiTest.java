package io.iamplane.escalation;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A right on a condition counts as none, and one on some resources only for these. */
@QuarkusTest
class AssuredPowerApiTest {

  private static final String PLACES =
      AdminTenant.WAREHOUSE
          .replace(
              "{\"key\": \"stock.adjust\"}",
              "{\"key\": \"stock.adjust\"}, {\"key\": \"site.close\", \"risk\": \"high\","
                  + " \"resource\": \"site\"}")
          .replace(
              "\"types\": {\"site\": {\"relations\": {",
              "\"types\": {\"area\": {}," + " \"site\": {\"relations\": {\"parent\": \"area\", ");

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;

  @BeforeEach
  void aTenant() {
    tenant = guarded.tenant();
  }

  /** The condition is the same, but may be true of one account and not of another. */
  @Test
  void whatDependsOnAttributesIsNotHeld() {
    IssuedClient client = guarded.holder("iam:grants.manage", "iam:users.manage");
    AdminTenant giver = guarded.as(client);
    String ann = "user:" + giver.made("users", "{'name': 'Ann', 'attributes': {'ops': true}}");
    String self = "service_account:" + guarded.account(client);
    String terms = ", 'condition': 'subject.ops == true'";
    tenant.post("grants", grant(self, "iam:audit.read", terms)).statusCode(201);
    giver.post("grants", grant(ann, "iam:audit.read", terms)).statusCode(403);
    guarded.attributes(client, "ops", true);
    giver.post("grants", grant(ann, "iam:audit.read", terms)).statusCode(403);
    tenant.post("grants", grant(ann, "iam:audit.read", terms)).statusCode(201);
  }

  /** The text is the same, but the resource is a site in one case, and absent in the other. */
  @Test
  void aConditionOnTheResourceOfOneRightIsNotThatOfAnother() {
    tenant.apply("warehouse", PLACES);
    IssuedClient client = guarded.holder("iam:groups.manage");
    String self = "service_account:" + guarded.account(client);
    String terms = ", 'condition': 'resource.open == true'";
    tenant.post("grants", grant(self, "iam:grants.manage", terms)).statusCode(201);
    String ann = tenant.made("users", "{'name': 'Ann'}");
    String group = tenant.made("groups", "{'key': 'closers', 'name': 'Closers'}");
    tenant.post("grants", grant("group:" + group, "warehouse:site.close", terms)).statusCode(201);
    String joins = "{'member_type': 'user', 'member_id': '" + ann + "'}";

    AdminTenant adder = guarded.as(client);
    adder.post("groups/" + group + "/members", joins).statusCode(403);
    tenant.post("grants", grant(self, "iam:grants.manage", "")).statusCode(201);
    adder.post("groups/" + group + "/members", joins).statusCode(201);
  }

  /** Below the area, the puppet can reach sites that its maker cannot. */
  @Test
  void whatIsBelowAThingForOthersOnlyIsNotHeldThere() {
    AdminTenant maker = keeperOf("area:north");
    String puppet = "service_account:" + maker.made("service-accounts", "{'name': 'Puppet'}");
    String given = grant(puppet, "warehouse:site.close", ", 'resource': 'area:north'");
    String below =
        "{'subject': 'area:north', 'relation': 'parent', 'object': 'site:1'"
            + ", 'condition': 'subject.night == true'}";
    tenant.post("relations", below).statusCode(200);
    maker.post("grants", given).statusCode(403);
    tenant.post("relations", below.replaceFirst(", 'condition.*", "}")).statusCode(200);
    maker.post("grants", given).statusCode(201);
  }

  /**
   * One of them has things of other types below it, which every resource of the type leaves out.
   */
  @Test
  void everyResourceOfATypeIsNotWhatIsBelowOne() {
    AdminTenant maker = keeperOf("site:*");
    String puppet = "service_account:" + maker.made("service-accounts", "{'name': 'Puppet'}");
    String given = grant(puppet, "warehouse:site.close", ", 'resource': 'site:1'");
    String all = grant(puppet, "warehouse:site.close", ", 'resource': 'site:*'");
    maker.post("grants", given).statusCode(201);
    tenant.apply(
        "warehouse", PLACES.replace("\"parent\": \"area\"", "\"parent\": \"area | site\""));
    maker.post("grants", given).statusCode(403);
    maker.post("grants", all).statusCode(201);
  }

  /**
   * An account that may close some sites and create service accounts, with at most its own rights.
   */
  private AdminTenant keeperOf(String resource) {
    tenant.apply("warehouse", PLACES);
    IssuedClient client = guarded.holder("iam:service_accounts.manage", "iam:grants.manage");
    String self = "service_account:" + guarded.account(client);
    tenant
        .post("grants", grant(self, "warehouse:site.close", ", 'resource': '" + resource + "'"))
        .statusCode(201);
    return guarded.as(client);
  }

  private static String grant(String subject, String permission, String more) {
    return "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'%s}"
        .formatted(subject, permission, more);
  }
}

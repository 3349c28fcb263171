package io.iamplane.grant.duty;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Unusual ways to come to hold privileges that a duty rule forbids together. */
@QuarkusTest
class DutyRoadsApiTest {

  private static final String MANIFEST =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
       "permissions": [{"key": "order.place"}, {"key": "order.pay"}, {"key": "order.see"}],
       "roles": [{"key": "buyer", "permissions": ["order.place"%s]},
         {"key": "payer", "permissions": ["order.pay"]},
         {"key": "viewer", "permissions": ["order.see"]}]}
      """;

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aShopWithARule() {
    tenant = new AdminTenant(platform);
    tenant.apply("shop", MANIFEST.formatted(""));
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  private String rule() {
    return tenant.made(
        "duty-rules",
        "{'name': 'Place and pay', 'all_of': ['shop:order.place', 'shop:order.pay'],"
            + " 'mode': 'enforce'}");
  }

  private ValidatableResponse grant(String subject, String role, String more) {
    return tenant.post("grants", body(subject, role, more));
  }

  private static String body(String subject, String role, String more) {
    return "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': '%s'%s}"
        .formatted(subject, role, more);
  }

  private String group(String key) {
    return "group:" + tenant.made("groups", "{'key': '%1$s', 'name': '%1$s'}".formatted(key));
  }

  private static void refused(ValidatableResponse answer) {
    answer.statusCode(409).body("detail", containsString("duty rule \"Place and pay\""));
  }

  /** Ann is not named by the group, and still becomes a payer by being a user. */
  @Test
  void aGrantToAGroupOfEveryoneIsRefusedForEachOfThem() {
    rule();
    String group = group("all");
    tenant.post("groups/all/members", "{'member_type': 'user', 'member_id': '*'}").statusCode(201);
    grant("user:ann", "shop:buyer", "").statusCode(201);
    refused(grant(group, "shop:payer", ""));
    grant(group, "shop:viewer", "").statusCode(201);
    tenant.get("duty-rules/violations").body("data", hasSize(0));
  }

  /** The same by nesting: the group of everyone joins the group that pays. */
  @Test
  void aGroupOfEveryoneInAnotherGroupIsRefusedForEachOfThem() {
    rule();
    String all = group("all");
    String payers = group("payers");
    tenant.post("groups/all/members", "{'member_type': 'user', 'member_id': '*'}").statusCode(201);
    grant("user:ann", "shop:buyer", "").statusCode(201);
    grant(payers, "shop:payer", "").statusCode(201);
    refused(
        tenant.post(
            "groups/payers/members",
            "{'member_type': 'group', 'member_id': '%s'}".formatted(all.split(":")[1])));
    tenant.get("duty-rules/violations").body("data", hasSize(0));
  }

  @Test
  void everyoneInAGroupIsRefusedForEachOfThem() {
    rule();
    String payers = group("payers");
    grant("user:ann", "shop:buyer", "").statusCode(201);
    grant(payers, "shop:payer", "").statusCode(201);
    refused(tenant.post("groups/payers/members", "{'member_type': 'user', 'member_id': '*'}"));
  }

  @Test
  void theWizardIsRefused() {
    rule();
    grant("user:ann", "shop:buyer", "").statusCode(201);
    refused(tenant.post("policies-wizard/commit", body("user:ann", "shop:payer", "")));
  }

  /** It is dormant, later, or on a condition: time alone would bring both together. */
  @Test
  void whatSleepsOrBeginsLaterCountsAlready() {
    rule();
    grant("user:ann", "shop:buyer", ", 'activation_required': true").statusCode(201);
    refused(grant("user:ann", "shop:payer", ""));
    refused(grant("user:ann", "shop:payer", ", 'valid_from': '2199-01-01T00:00:00Z'"));
    refused(grant("user:ann", "shop:payer", ", 'condition': 'subject.senior == true'"));
    refused(grant("user:ann", "shop:payer", ", 'activation_required': true"));
  }

  /** A review suspends the one; then the other is given; then the suspension is lifted. */
  @Test
  void aReinstatementIsRefused() {
    rule();
    String buyer = grant("user:ann", "shop:buyer", "").statusCode(201).extract().path("data.id");
    String campaign =
        tenant.made(
            "access-reviews/campaigns",
            "{'name': 'Shop', 'scope_json': {'application_keys': ['shop']},"
                + " 'reviewer_strategy': 'manager', 'on_unconfirmed': 'suspend',"
                + " 'due_at': '2199-01-01T00:00:00Z', 'max_blast_radius': 1}");
    tenant.post("access-reviews/campaigns/" + campaign + "/open").statusCode(200);
    tenant
        .post("access-reviews/campaigns/" + campaign + "/close", "{}")
        .statusCode(200)
        .body("data.status", equalTo("completed"));
    tenant.get("grants/" + buyer).body("data.status", equalTo("suspended"));
    grant("user:ann", "shop:payer", "").statusCode(201);
    refused(tenant.post("grants/" + buyer + "/reinstate"));
    tenant.get("duty-rules/violations").body("data", hasSize(0));
  }

  /**
   * A suspended account keeps its grants: it gets no new one, and nothing conflicts on its return.
   */
  @Test
  void aSuspendedAccountIsGivenNothingEither() {
    rule();
    grant("user:ann", "shop:buyer", "").statusCode(201);
    tenant.post("users/ann/suspend").statusCode(200);
    refused(grant("user:ann", "shop:payer", ""));
    tenant.post("users/ann/reactivate").statusCode(200);
    tenant.get("duty-rules/violations").body("data", hasSize(0));
  }

  @Test
  void aRolledBackManifestIsRefused() {
    tenant.apply("shop", MANIFEST.formatted(", \"order.pay\""));
    String narrow = tenant.apply("shop", MANIFEST.formatted(""));
    rule();
    grant("user:ann", "shop:buyer", "").statusCode(201);
    refused(tenant.post("manifests/" + narrow + "/rollback"));
    tenant.get("duty-rules/violations").body("data", hasSize(0));
  }

  /** Two steps down: a role that a held role's included role includes. */
  @Test
  void aRoleIncludedAtAnyRemoveIsRefused() {
    rule();
    for (String role : List.of("inner", "outer")) {
      tenant
          .post(
              "roles",
              "{'key': '%1$s', 'label': '%1$s', 'includes': ['%2$s']}"
                  .formatted(role, role.equals("outer") ? "inner" : "shop:viewer"))
          .statusCode(201);
    }
    grant("user:ann", "shop:buyer", "").statusCode(201);
    grant("user:ann", "outer", "").statusCode(201);
    refused(tenant.patch("roles/inner", "{'includes': ['shop:payer']}"));
    refused(tenant.patch("roles/inner", "{'permissions': ['shop:order.pay']}"));
  }

  /** Grants to an external id count for the user with that id. */
  @Test
  void aNewAccountBringsNothingTogether() {
    rule();
    String id = tenant.get("users/ann").extract().path("data.id");
    grant("user:ann", "shop:buyer", "").statusCode(201);
    tenant.post("users", "{'name': 'Other', 'external_id': '%s'}".formatted(id));
    refused(grant("user:" + id, "shop:payer", ""));
    tenant.get("duty-rules/violations").body("data", hasSize(0));
  }

  /** Neither controls the other, but the creator of both secrets would except itself. */
  @Test
  void noOneExceptsAnotherAccountOfTheirHand() {
    String made = rule();
    IssuedClient maker = tenant.machine();
    grant(platform.subject(maker).toString(), "iam:iam-admin", "").statusCode(201);
    tenant
        .as(platform.token(maker))
        .patch(
            "duty-rules/" + made,
            "{'exceptions': [{'subject': '%s',".formatted(platform.subject(tenant.machine()))
                + " 'until': '2199-01-01T00:00:00Z', 'justification': 'Mine'}]}")
        .statusCode(403)
        .body("detail", containsString("common control"));
  }
}

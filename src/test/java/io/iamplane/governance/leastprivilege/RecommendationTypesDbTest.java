package io.iamplane.governance.leastprivilege;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each rule, and the change of its recommendation. */
@QuarkusTest
class RecommendationTypesDbTest {

  private static final String LIST = "recommendations/least-privilege";

  @Inject TestPlatform platform;
  @Inject LeastPrivilegeScan scan;
  @Inject RecordedVolume volume;
  @Inject FlushedLog log;

  private UsedTenant used;
  private AdminTenant tenant;

  @BeforeEach
  void aTenantThatDecided() {
    tenant = new AdminTenant(platform);
    used = new UsedTenant(tenant, volume, log, scan);
    used.user("ann");
  }

  private ValidatableResponse of(String type) {
    return tenant.get(LIST + "?filter[status]=open&filter[type]=" + type).statusCode(200);
  }

  private ValidatableResponse accept(String type) {
    String id = of(type).body("data", hasSize(1)).extract().path("data[0].id");
    return tenant.post(LIST + "/" + id + "/accept");
  }

  private void uses(String... permissions) {
    for (String permission : permissions) {
      used.used("ann", "depot:stock." + permission, 3);
    }
  }

  @Test
  void theSmallestRoleThatCoversWhatWasUsedTakesThePlaceOfAWideOne() {
    used.role("ann", "depot:boss");
    uses("read", "count");
    used.scanned();
    of("unused_permissions_of_role")
        .body("data[0].change.roles", empty())
        .body("data[0].change.grants[0].role_key", equalTo("depot:clerk"))
        .body("data[0].evidence.used", contains("depot:stock.count", "depot:stock.read"));
    accept("unused_permissions_of_role").statusCode(200).body("data.roles", empty());
    assertThat(tenant.allows("user:ann", "depot:stock.count")).isTrue();
    assertThat(tenant.allows("user:ann", "depot:stock.adjust")).isFalse();
  }

  @Test
  void aNewRoleIsProposedWhereNoneCoversIt() {
    used.role("ann", "depot:boss");
    uses("count", "write_off");
    used.scanned();
    of("unused_permissions_of_role")
        .body("data[0].change.roles[0].permissions", hasSize(2))
        .body("data[0].severity", equalTo("medium"));
    accept("unused_permissions_of_role").statusCode(200).body("data.roles", hasSize(1));
    assertThat(tenant.allows("user:ann", "depot:stock.write_off")).isTrue();
    assertThat(tenant.allows("user:ann", "depot:stock.read")).isFalse();
    // The same permissions of another holder find the role that is there now.
    used.user("bob");
    used.role("bob", "depot:boss");
    assertThat(tenant.allows("user:bob", "depot:stock.count")).isTrue();
    assertThat(tenant.allows("user:bob", "depot:stock.write_off")).isTrue();
    used.scanned();
    of("unused_permissions_of_role").body("data", hasSize(1)).body("data[0].change.roles", empty());
  }

  @Test
  void aPermissionThatAHeldRoleGivesGoes() {
    used.role("ann", "depot:clerk");
    String direct = used.permission("ann", "depot:stock.read");
    uses("read", "count");
    used.scanned();
    accept("direct_permission").statusCode(200).body("data.revoked", contains(direct));
    assertThat(tenant.allows("user:ann", "depot:stock.read")).isTrue();
  }

  @Test
  void permissionsThatTogetherAreARoleBecomeIt() {
    String one = used.permission("ann", "depot:stock.read");
    String two = used.permission("ann", "depot:stock.count");
    uses("read", "count");
    used.scanned();
    of("direct_permission").body("data[0].change.grants[0].role_key", equalTo("depot:clerk"));
    accept("direct_permission")
        .statusCode(200)
        .body("data.revoked", containsInAnyOrder(one, two))
        .body("data.grants", hasSize(1));
    assertThat(tenant.allows("user:ann", "depot:stock.count")).isTrue();
  }

  @Test
  void aRoleThatGivesMoreByNowReplacesNothing() {
    tenant
        .post(
            "roles",
            "{'key': 'small', 'label': 'Small',"
                + " 'permissions': ['depot:stock.read', 'depot:stock.adjust']}")
        .statusCode(201);
    used.permission("ann", "depot:stock.read");
    used.permission("ann", "depot:stock.adjust");
    uses("read", "adjust");
    used.scanned();
    of("direct_permission").body("data[0].change.grants[0].role_key", equalTo("small"));
    tenant.patch("roles/small", "{'includes': ['depot:clerk']}").statusCode(200);
    accept("direct_permission")
        .statusCode(409)
        .body("detail", containsString("stale: the role small now gives more than the grants"));
    assertThat(tenant.allows("user:ann", "depot:stock.count")).isFalse();
    assertThat(tenant.allows("user:ann", "depot:stock.read")).isTrue();
  }

  @Test
  void whatADenialTakesAwayGoes() {
    String permit = used.permission("ann", "depot:stock.read");
    used.grant(
        "ann",
        "'privilege_type': 'permission', 'privilege_key': 'depot:stock.read', 'effect': 'deny'");
    used.scanned();
    of("unused_grant").body("data", empty());
    accept("shadowed_by_deny").statusCode(200).body("data.revoked", contains(permit));
  }

  @Test
  void aBrokenDutyRuleIsKeptByTheEndOfWhatIsNotUsed() {
    String unused = used.permission("ann", "depot:stock.adjust");
    used.permission("ann", "depot:stock.count");
    uses("count");
    duty();
    used.scanned();
    of("duty_violation")
        .body("data[0].severity", equalTo("high"))
        .body("data[0].change.revoke", contains(unused));
    accept("duty_violation").statusCode(200);
    tenant.get("duty-rules/violations").body("data", empty());
  }

  @Test
  void whereBothAreUsedPeopleDecide() {
    used.permission("ann", "depot:stock.adjust");
    used.permission("ann", "depot:stock.count");
    uses("count", "adjust");
    duty();
    used.scanned();
    of("duty_violation").body("data[0].change.revoke", empty());
    accept("duty_violation")
        .statusCode(409)
        .body("detail", containsString("proposes no change because revoking unused grants"));
    assertThat(used.scanned().opened()).isZero();
  }

  private void duty() {
    tenant.made(
        "duty-rules",
        "{'name': 'Both', 'all_of': ['depot:stock.adjust', 'depot:stock.count'],"
            + " 'mode': 'detect'}");
  }

  @Test
  void whatIsNeededNowThoughAnotherGrantWasUsedThenIsRefuted() throws Exception {
    String first = used.role("ann", "depot:clerk");
    String second = used.role("ann", "depot:reader");
    uses("read", "count");
    tenant.post("grants/" + first + "/revoke").statusCode(200);
    used.scanned();
    // By the counts alone nothing used it.
    of("unused_grant").body("data", empty());
    tenant.get(LIST).body("data", empty());
    assertThat(
            Rows.texts(
                "SELECT status FROM iam_recommendations WHERE target = 'grant:%s'"
                    .formatted(second)))
        .containsExactly("refuted");
    assertThat(used.scanned().replayed()).isZero();
  }

  @Test
  void toAskForDecisionsNeverLooksUnused() {
    String id = tenant.made("service-accounts", "{'name': 'Robot'}");
    String grant =
        tenant.made(
            "grants",
            "{'subject': 'service_account:%s', 'privilege_type': 'role',".formatted(id)
                + " 'privilege_key': 'iam:decision-client'}");
    used.aged(grant);
    used.scanned();
    of("unused_grant").body("data", empty());
  }

  @Test
  void rolesThatWorkWithoutDecisionsAreLeft() {
    tenant
        .post("roles", "{'key': 'lead', 'label': 'Lead', 'permissions': ['depot:stock.read']}")
        .statusCode(201);
    tenant
        .post(
            "roles",
            "{'key': 'helper', 'label': 'Helper', 'self_requestable': true, 'request':"
                + " {'approval_steps': [{'approver_type': 'role', 'approver_ref': 'lead'}]}}")
        .statusCode(201);
    tenant.post("roles", "{'key': 'badge', 'label': 'Badge'}").statusCode(201);
    used.role("ann", "lead");
    used.role("ann", "badge");
    used.scanned();
    tenant.get(LIST).body("data", empty());
  }

  @Test
  void metricsAndReviewsShowWhatIsUsed() {
    String idle = used.role("ann", "depot:clerk");
    used.user("bob");
    String busy = used.role("bob", "depot:clerk");
    used.used("bob", "depot:stock.read", 3);
    tenant.get("metrics/grants").body("data.stale", nullValue());
    used.scanned();
    tenant.get("metrics/grants").body("data.stale", equalTo(1));
    tenant.made("users", "{'name': 'Rev', 'external_id': 'rev'}");
    String campaign =
        tenant.made(
            "access-reviews/campaigns",
            "{'name': 'All', 'scope_json': {'application_keys': ['depot']},"
                + " 'reviewer_strategy': 'named', 'reviewer': 'user:rev', 'on_unconfirmed': 'keep',"
                + " 'due_at': '2199-01-01T00:00:00Z'}");
    tenant.post("access-reviews/campaigns/" + campaign + "/open").statusCode(200);
    ValidatableResponse items =
        tenant.get("access-reviews/campaigns/" + campaign + "/items?limit=100");
    String item = "data.find { it.grant_id == '%s' }.signals.";
    items
        .body(item.formatted(idle) + "never_used", equalTo(true))
        .body(item.formatted(idle) + "last_used_at", nullValue())
        .body(item.formatted(busy) + "never_used", equalTo(false))
        .body(item.formatted(busy) + "last_used_at", notNullValue());
  }
}

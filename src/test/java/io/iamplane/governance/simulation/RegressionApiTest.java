package io.iamplane.governance.simulation;

import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;

import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A policy, or a draft of it, is tested by probes. */
@QuarkusTest
class RegressionApiTest {

  private static final String PROBE =
      "{'name': '%s', 'question': {'subject': 'user:ann', 'permission': 'warehouse:%s'},"
          + " 'expect': '%s'}";
  private static final String BOSS =
      "{'grants': [{'subject': 'user:ann', 'privilege_type': 'role',"
          + " 'privilege_key': 'warehouse:boss'}]}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;
  private String grant;

  @BeforeEach
  void aClerk() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    grant =
        tenant.made(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'role',"
                + " 'privilege_key': 'warehouse:clerk'}");
  }

  @Test
  void savedProbesHoldOrAreNamedWithWhatTheyWereAnswered() {
    probe("reads", "stock.read", "allow");
    probe("adjusts not", "stock.adjust", "deny");
    tenant.post("policy/regression", "{}").statusCode(200).body("data.probes", equalTo(2));
    tenant
        .post("policy/regression", "{'draft': %s}".formatted(BOSS))
        .statusCode(422)
        .contentType("application/problem+json")
        .body("type", equalTo("https://iam/problems/expectation-failed"))
        .body("errors", aMapWithSize(1))
        .body(
            "errors.'adjusts not'",
            contains("expected deny, but the decision is allow: granted_by_grant"));
    tenant
        .post("policy/regression", "{'draft': {'revoke_grants': ['%s']}}".formatted(grant))
        .statusCode(422)
        .body(
            "errors.reads",
            contains("expected allow, but the decision is deny: no_matching_grant"));
  }

  @Test
  void probesOfTheBodyAreAskedInPlaceOfTheSavedOnes() {
    probe("reads", "stock.read", "deny");
    String sent = PROBE.formatted("sent", "stock.read", "allow");
    tenant
        .post("policy/regression", "{'probes': [%s]}".formatted(sent))
        .statusCode(200)
        .body("data.probes", equalTo(1));
    tenant
        .post("policy/regression", "{'probes': [%s, %s]}".formatted(sent, sent))
        .statusCode(422)
        .body("errors", hasKey("probes[1].name"));
    tenant
        .post("policy/regression", "{'probes': [%s]}".formatted(sent.replace("warehouse:", "")))
        .statusCode(422)
        .body("type", equalTo("https://iam/problems/validation"))
        .body("errors", hasKey("probes[0].question.permission"));
  }

  @Test
  void aTestOfNothingFails() {
    tenant.post("policy/regression", "{}").statusCode(422).body("errors", hasKey("probes"));
    tenant
        .post("policy/regression", "{'probes': []}")
        .statusCode(422)
        .body("errors", hasKey("probes"));
  }

  @Test
  void aProbeMayHaveATimeOfItsOwn() {
    platform.ended(
        tenant.organization(),
        NewGrant.permission(new SubjectRef("user", "ann"), "warehouse:stock.adjust"));
    probe("now", "stock.adjust", "deny");
    tenant.made(
        "policy/probes",
        PROBE
            .formatted("then", "stock.adjust", "allow")
            .replace("'permission'", "'at': '2000-06-01T00:00:00Z', 'permission'"));
    tenant.post("policy/regression", "{}").statusCode(200);
  }

  @Test
  void aSimulationSaysWhichProbesItChanges() {
    probe("reads", "stock.read", "allow");
    probe("adjusts not", "stock.adjust", "deny");
    tenant
        .post("policy/simulate", "{'draft': %s, 'decisions': {'limit': 0}}".formatted(BOSS))
        .statusCode(200)
        .body("data.probes.complete", equalTo(true))
        .body("data.probes.evaluated", equalTo(2))
        .body("data.probes.changed.name", contains("adjusts not"))
        .body("data.probes.changed[0].expect", equalTo("deny"))
        .body("data.probes.changed[0].before.outcome", equalTo("deny"))
        .body("data.probes.changed[0].after.outcome", equalTo("allow"))
        .body("data.probes.changed[0].after.match.key", equalTo("warehouse:boss"));
    new AdminTenant(platform)
        .post("policy/simulate", "{}")
        .body("data.probes.changed", empty())
        .body("data.probes.evaluated", equalTo(0));
  }

  @Test
  void itIsForThoseWhoMaySimulate() {
    String token = platform.token(platform.clientWithoutRights(tenant.organization()));
    tenant.as(token).post("policy/regression", "{}").statusCode(403);
  }

  private void probe(String name, String permission, String expect) {
    tenant.made("policy/probes", PROBE.formatted(name, permission, expect));
  }
}
